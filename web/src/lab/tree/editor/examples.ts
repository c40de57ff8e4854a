/** Trees to begin with; their titles are messages, `lab.tree.example.NAME`. */

export const EXAMPLES = [
  { name: "lesson", game: "tree(A[B[D[-2 4] E[6 8]] C[F[-6 -4] G[3 -1]]])" },
  { name: "three", game: "tree(A[B[5 9 7] C[2 11 6] D[8 1 4]])" },
  { name: "order", game: "tree(A[B[D[7 3] E[9 2]] C[F[4 6] G[1 5]] H[I[0 -3] J[8 2]]])" },
  { name: "equal", game: "tree(A[B[4 7 9] C[4 2 8] D[5 4 6]])" },
  { name: "worst", game: "tree(A[B[2 1] C[4 3] D[6 5]])" },
  { name: "min", game: "tree(A[B[D[3 -5] E[1 6]] C[F[2 -1] G[-4 7]]], root=min)" },
  { name: "deep", game: "tree(A[B[D[H[5 -2] I[7 1]] E[J[9 4] K[0 8]]] C[F[L[3 -6] M[2 6]] G[N[-1 4] O[8 -3]]]])" },
] as const;

export const LESSON = EXAMPLES[0].game;
