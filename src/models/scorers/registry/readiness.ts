import { type Machine, type Readiness, readiness } from '../../embedders/index.js';
import type { RerankerEntry } from './entry-schema.js';

/** Every back end of an entry, looked at without touching the network. */
export const rerankerReadiness = (entry: RerankerEntry, machine: Machine): Promise<readonly Readiness[]> => {
  const backends = entry.backends.map((backend) =>
    backend.via === 'served' ? { via: backend.via, servers: { start: backend.start } } : backend,
  );
  return readiness({ ...entry, backends }, machine);
};
