// Six chessmen on a square of 100 by 100. Each is a body, drawn in the owner's colour and
// outlined, and details that are lines only.

const PLINTH = 'M24 90v-5q0-7 8-8h36q8 1 8 8v5z';

export const CHESSMEN = {
  pawn: {
    body: ['M43 44C43 58 35 65 32 77H68C65 65 57 58 57 44Z', PLINTH, 'M39 41h22q4 0 4 4t-4 4H39q-4 0-4-4t4-4z', 'M50 16a13.5 13.5 0 1 1-.01 0z'],
  },
  rook: {
    body: ['M36 44h28l4 33H32z', PLINTH, 'M28 18h11v8h6v-8h10v8h6v-8h11v19l-7 8H35l-7-8z'],
    lines: ['M36 45h28'],
  },
  bishop: {
    body: ['M44 60C43 68 36 70 34 77H66C64 70 57 68 56 60Z', PLINTH, 'M50 19C62 29 68 38 67 46 66 54 60 57 58 59H42C40 57 34 54 33 46 32 38 38 29 50 19Z', 'M40 58h20q4 0 4 4t-4 4H40q-4 0-4-4t4-4z', 'M50 9a5.5 5.5 0 1 1-.01 0z'],
    lines: ['M56 32 47 45'],
  },
  knight: {
    body: ['M31 77C31 66 38 60 45 52 40 55 37 54 33 57 29 61 24 59 21 55 18 51 19 47 22 43L32 28C33 24 33 19 36 13L44 21C64 20 77 36 74 77Z', PLINTH],
    lines: ['M38 31.500l.01 0', 'M45 52C49 50 52 47 53 42', 'M25.5 50.500l1 -1.5'],
    dot: ['M39 29a3 3 0 1 1-.01 0z'],
  },
  queen: {
    body: ['M30 58 34 77H66L70 58Z', PLINTH, 'M28 62 17 32 34 46 37 23 50 44 63 23 66 46 83 32 72 62Q50 54 28 62Z', 'M16 23a5.5 5.5 0 1 1-.01 0z', 'M37 13a5.5 5.5 0 1 1-.01 0z', 'M63 13a5.5 5.5 0 1 1-.01 0z', 'M84 23a5.5 5.5 0 1 1-.01 0z'],
    lines: ['M32 69Q50 63 68 69'],
  },
  king: {
    body: ['M46.5 5h7v7h7v7h-7v12h-7V19h-7v-7h7z', 'M50 34C59 23 84 24 83 44 82 56 71 62 68 77H32C29 62 18 56 17 44 16 24 41 23 50 34Z', PLINTH],
    lines: ['M50 36V60', 'M31 68Q50 60 69 68'],
  },
};
