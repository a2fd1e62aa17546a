export interface Eigen {
  /** Descending. */
  readonly values: Float64Array;
  /** Column j of the row-major `size × size` matrix belongs to `values[j]`. */
  readonly vectors: Float64Array;
}

const MAX_SWEEPS = 60;

/** Eigenvalues and vectors of a symmetric row-major matrix by cyclic Jacobi rotations (Golub & Van Loan, 8.5). */
export const symmetricEigen = (matrix: Float64Array, size: number): Eigen => {
  const a = matrix.slice();
  const v = new Float64Array(size * size);
  for (let i = 0; i < size; i++) v[i * size + i] = 1;
  const negligible = 1e-30 * a.reduce((sum, x) => sum + x * x, 0);
  for (let sweep = 0; sweep < MAX_SWEEPS && offDiagonal(a, size) > negligible; sweep++)
    for (let p = 0; p < size - 1; p++) for (let q = p + 1; q < size; q++) rotate(a, v, size, p, q);
  return sorted(a, v, size);
};

const offDiagonal = (a: Float64Array, size: number): number => {
  let sum = 0;
  for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) sum += 2 * a[i * size + j]! ** 2;
  return sum;
};

/** One rotation in the plane (p, q) that makes a[p][q] zero. */
const rotate = (a: Float64Array, v: Float64Array, size: number, p: number, q: number): void => {
  const apq = a[p * size + q]!;
  if (apq === 0) return;
  const theta = (a[q * size + q]! - a[p * size + p]!) / (2 * apq);
  const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < size; k++) {
    const kp = k * size + p;
    const kq = k * size + q;
    const akp = a[kp]!;
    const akq = a[kq]!;
    a[kp] = c * akp - s * akq;
    a[kq] = s * akp + c * akq;
    const vkp = v[kp]!;
    const vkq = v[kq]!;
    v[kp] = c * vkp - s * vkq;
    v[kq] = s * vkp + c * vkq;
  }
  for (let k = 0; k < size; k++) {
    const pk = p * size + k;
    const qk = q * size + k;
    const apk = a[pk]!;
    const aqk = a[qk]!;
    a[pk] = c * apk - s * aqk;
    a[qk] = s * apk + c * aqk;
  }
};

const sorted = (a: Float64Array, v: Float64Array, size: number): Eigen => {
  const order = Array.from({ length: size }, (_, i) => i).sort((i, j) => a[j * size + j]! - a[i * size + i]!);
  const values = Float64Array.from(order, (i) => a[i * size + i]!);
  const vectors = new Float64Array(size * size);
  for (let row = 0; row < size; row++)
    for (let j = 0; j < size; j++) vectors[row * size + j] = v[row * size + order[j]!]!;
  return { values, vectors };
};
