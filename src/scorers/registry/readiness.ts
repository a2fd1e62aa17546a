import { hubReadiness, keyReadiness, type Machine, type Readiness } from '../../embedders/index.js';
import type { RerankerBackend, RerankerEntry } from './entry-schema.js';

/** Every back end of a row, looked at without touching the network. */
export const rerankerReadiness = (row: RerankerEntry, machine: Machine): Promise<readonly Readiness[]> =>
  Promise.all(row.backends.map((backend) => readinessOf(row, backend, machine)));

const readinessOf = async (
  row: RerankerEntry,
  backend: RerankerBackend,
  { hubCache, env }: Machine,
): Promise<Readiness> => {
  switch (backend.via) {
    case 'onnx':
      return hubReadiness(row, backend, hubCache);
    case 'service':
      return keyReadiness(backend.key, env);
    case 'served':
      return { via: 'served', ready: false, state: 'needs a server', fix: backend.start };
  }
};
