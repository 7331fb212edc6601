// A short whole game of each shipped game, with an illegal first attempt.
//
// `wrong`: an illegal move and the code of its reason. `moves`: the moves in the notation of the
// page's history. `end`: the sentence at the end of the game.

export const GAMES = {
  chess: {
    wrong: ["e2-e5", "no-such-movement"],
    moves: ["f2-f3", "e7-e6", "g2-g4", "Qd8-h4"],
    end: "White is checkmated. Black wins. Points: Black 1, White 0.",
  },
  "three-player-chess": {
    wrong: ["a1-a3", "blocked"],
    moves: ["Nb1-c3", "e11-e10", "b7-b6", "Nc3-b5", "Bf12-j9", "a7-a5", "b2-b3", "Bj9xc7"],
    end: "Black is checkmated by Red. Red wins. Points: Red 1, White 1/2, Black 0.",
  },
  osullivan: {
    wrong: ["e8-e6", "blocked"],
    moves: ["c7-c6", "Bf2-b6", "Nb2-d1", "e2-e3", "Nd1xe3", "Bf1-d3", "Ne3-f5", "Bb6-e3", "Nf5xg3"],
    end: "Only Black still has a king. Black wins. Points: Black 1, White 0, Red 0.",
  },
  trichess: {
    wrong: ["a1-a3", "blocked"],
    moves: ["e2-e4", "i11-i9", "l7-l5", "d2-d4", "Qe12xl5", "c7-c6", "Nb1-a3", "Ql5-a5"],
    end: "Checkfate: Red gives check to every opponent at once. Points: Red 3 (lord), White 0 (serf), Black 0 (serf).",
  },
  "3-man-chess": {
    wrong: ["WHa1-GRh1", "barrier-capture"],
    moves: ["WHNh3", "GRg4", "BLe4", "WHNhxBLb2", "GRBa6", "WHb4", "WHBb5", "WHc3", "WHBa4"],
    end: "Only Gray still has a king. Gray wins. Points: Gray 1, White 0, Black 0.",
  },
  "3-man-chess-video": {
    wrong: ["WHe2-WHe5", "no-such-movement"],
    moves: ["WHNh3", "GRg4", "BLc4", "WHNhxBLb2", "GRBa6", "WHe4", "GRd4", "WHc3", "WHBa4"],
    end: "Only Gray still has a king. Gray wins. Points: Gray 1, White 0, Black 0.",
  },
};
