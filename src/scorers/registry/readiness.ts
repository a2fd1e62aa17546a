import { hubReadiness, keyReadiness, type Machine, type Readiness } from '../../embedders/index.js';
import type { RerankerBackend, RerankerEntry } from './entry-schema.js';

/** Every back end of an entry, looked at without touching the network. */
export const rerankerReadiness = (entry: RerankerEntry, machine: Machine): Promise<readonly Readiness[]> =>
  Promise.all(entry.backends.map((backend) => readinessOf(entry, backend, machine)));

const readinessOf = async (
  entry: RerankerEntry,
  backend: RerankerBackend,
  { hubCache, env }: Machine,
): Promise<Readiness> => {
  switch (backend.via) {
    case 'onnx':
      return hubReadiness(entry, backend, hubCache);
    case 'service':
      return keyReadiness(backend.key, env);
    case 'served':
      return { via: 'served', ready: false, state: 'needs a server', fix: backend.start };
  }
};
