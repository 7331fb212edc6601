//! Structs that other crates can read and cannot build or alter.
//!
//! Input: the declaration of a struct. Output: the struct, with hidden fields for the package `threefold`,
//! and a getter of the same name for each field. The compiled rulebook and its board consist of such
//! structs. The engine reads its tables without bounds checks, so only `compile` may make what those
//! tables are built from; [`Variant::new`](crate::rules::Variant::new) is unsafe for this reason.
//! Knows no rules.

/// Declares structs with hidden fields and one public getter per field.
///
/// A field `name: Type` has a getter that returns a copy. `name: Type => &Target` returns a
/// reference, and `name: Type => Option<&Target>: as_ref` (or `as_deref`) looks into an option.
macro_rules! sealed {
    ($(#[$meta:meta])* pub struct $name:ident {
        $($(#[$doc:meta])* $field:ident: $ty:ty $(=> $out:ty $(: $how:ident)?)?,)*
    }) => {
        $(#[$meta])*
        pub struct $name {
            $($(#[$doc])* #[doc(hidden)] pub $field: $ty,)*
        }
        impl $name {
            $(sealed! { @get $(#[$doc])* $field: $ty $(=> $out $(: $how)?)? })*
        }
    };
    (@get $(#[$doc:meta])* $field:ident: $ty:ty) => {
        $(#[$doc])*
        #[inline]
        pub fn $field(&self) -> $ty {
            self.$field
        }
    };
    (@get $(#[$doc:meta])* $field:ident: $ty:ty => $out:ty) => {
        $(#[$doc])*
        #[inline]
        pub fn $field(&self) -> $out {
            &self.$field
        }
    };
    (@get $(#[$doc:meta])* $field:ident: $ty:ty => $out:ty: $how:ident) => {
        $(#[$doc])*
        #[inline]
        pub fn $field(&self) -> $out {
            self.$field.$how()
        }
    };
}
