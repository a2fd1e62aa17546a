import { byteSize } from '../core/index.js';
import { modelEntries } from '../models/embedders/index.js';
import { rerankerEntries } from '../models/scorers/index.js';
import { checkBlobs, type HubRepository, hubCache } from '../platform/hub/index.js';
import { checkItems } from '../platform/node/index.js';
import { taskRegistry } from '../tasks/index.js';
import type { Finding } from './finding.js';

/** Hashes every file of a known task or model in the hub cache, and every cached item, and says what is damaged. */
export const deepCheck = async (env: NodeJS.ProcessEnv): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  for (const { repository, fix } of knownRepositories()) {
    const { files, bytes: size, damaged } = await checkBlobs(repository, env);
    if (files === 0) continue;
    findings.push({
      what: 'fetched files',
      state: damaged.length === 0 ? 'ready' : 'missing',
      found: `${repository.repository}: ${files} hashed (${byteSize(size)}), ${damaged.length} damaged${damaged.map((path) => `\n    ${path}`).join('')}`,
      ...(damaged.length > 0 && { fix }),
      needed: true,
    });
  }
  if (findings.length === 0)
    findings.push({
      what: 'fetched files',
      state: 'ready',
      found: `none of a known task or model in ${hubCache(env)}`,
      needed: false,
    });
  const { items, damaged } = await checkItems(env);
  const lines = damaged.map((each) => `\n    ${each.items} in ${each.file}`);
  findings.push({
    what: 'cached items',
    state: damaged.length === 0 ? 'ready' : 'missing',
    found: `${items.toLocaleString('en')} intact, ${damaged.reduce((sum, each) => sum + each.items, 0)} damaged${lines.join('')}`,
    ...(damaged.length > 0 && { fix: 'none needed: damaged items are made again when they are next used' }),
    needed: true,
  });
  return findings;
};

interface Known {
  readonly repository: HubRepository;
  /** The line that replaces what is damaged. */
  readonly fix: string;
}

const knownRepositories = (): readonly Known[] => {
  const tasks = Object.values(taskRegistry()).flatMap(({ name: suite, tasks: rows }) =>
    rows.flatMap(({ name, source }): Known[] =>
      source.from === 'package'
        ? []
        : [
            {
              repository: { kind: 'dataset', repository: source.repository },
              fix: `r2med fetch --verify --suite ${suite} --task ${name}`,
            },
          ],
    ),
  );
  const models = [...Object.values(modelEntries()), ...Object.values(rerankerEntries())].flatMap(
    ({ name, backends }): Known[] =>
      backends.flatMap((backend) =>
        backend.via === 'onnx' && 'file' in backend
          ? [
              {
                repository: { kind: 'model', repository: backend.repository },
                fix: `r2med fetch --verify --model ${name}`,
              },
            ]
          : [],
      ),
  );
  return [
    ...new Map([...tasks, ...models].map((known) => [JSON.stringify(known.repository), known])).values(),
  ];
};
