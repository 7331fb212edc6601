//! Words as values: reads every closed list of `policy` from a file.
//!
//! Contains the list of these lists. Input: a text in a file. Output: a word, or a finding with the
//! words that fit. Does not know what a word means.

use super::value::{Read, TypeDoc, Value, read_word};
use crate::diagnostic::{Diagnostics, Spanned};
use crate::policy;
use crate::policy::Policy;

/// Implements [`Read`] for lists of words.
macro_rules! read_words {
    ($($name:ident)*) => {$(
        impl Read for policy::$name {
            fn read(value: &Spanned<Value>, sink: &mut Diagnostics) -> Option<Self> {
                read_word(Self::words(), value, sink).map(|it| Self::all()[it])
            }
            fn describe() -> TypeDoc {
                TypeDoc::Words(Self::NAME, Self::DOC, Self::words())
            }
        }
    )*};
}

read_words! {
    AgainstEliminated All AllyLimit Alone Appears Army ArmyState Attackers Back Barred BarrierStart Cells
    ChaseAttack ChaseCaptures CheckBy CheckState Choice ClaimNames ClaimThen ClaimTiming Clear Consent ConversionReach Counted CounterStart CountsAs
    DropConversion DropMate Edge EliminatedTurn Ends Escapes Forced ForcedCapture ForcedDrop Forks GateOpens IfNone IfRefused Impossible
    IsPass Judged King Kings LeapOverHoles Leaps MaterialCount MatingPlayer Mirror MoveNotation
    NameForm Of OpenEvent OwnKing Part PartnerCaptures PartnerChecks PartnerLoss PatchShape Pays
    Permission PieceColor Pinned PlaceLinks PlacementReach Placing PoolHolds PromotionAttack PromotionStep Protected Quantity Resets Role Rotate RoyalPiece Royals Safe
    Seats Settled SetupWord Skipped StaysOpen StepKind TagOn Takes Then Travel TurnPassing
    Unmoved Vacated Who Window With ZoneBy
}
