import { byteSize, commandLine } from '../core/index.js';
import { modelEntries } from '../models/embedders/index.js';
import { rerankerEntries } from '../models/scorers/index.js';
import { checkBlobs, type HubRepository, hubCache } from '../platform/hub/index.js';
import { checkItems } from '../platform/node/index.js';
import { taskRegistry } from '../tasks/index.js';
import { type Finding, finding } from './finding.js';

/** Hashes every file of a known task or model in the hub cache, and every cached item, and says what is damaged. */
export const deepCheck = async (env: NodeJS.ProcessEnv): Promise<readonly Finding[]> => {
  const findings: Finding[] = [];
  for (const { repository, fix } of knownRepositories()) {
    const { files, bytes: size, damaged } = await checkBlobs(repository, env);
    if (files === 0) continue;
    const found = `${repository.repository}: ${files} hashed (${byteSize(size)}), ${damaged.length} damaged${damaged.map((path) => `\n    ${path}`).join('')}`;
    findings.push(finding('fetched files', damaged.length === 0, found, fix, true));
  }
  if (findings.length === 0)
    findings.push(finding('fetched files', true, `none of a known task or model in ${hubCache(env)}`));
  const { items, damaged } = await checkItems(env);
  const lines = damaged.map((each) => `\n    ${each.items} in ${each.file}`);
  const found = `${items.toLocaleString('en')} intact, ${damaged.reduce((sum, each) => sum + each.items, 0)} damaged${lines.join('')}`;
  const fix = 'none needed: damaged items are made again when they are next used';
  return [...findings, finding('cached items', damaged.length === 0, found, fix, true)];
};

/** Each with the line that replaces what is damaged. */
const knownRepositories = () => {
  const known = new Map<string, { readonly repository: HubRepository; readonly fix: string }>();
  const add = (kind: HubRepository['kind'], repository: string, what: readonly string[]): void => {
    known.set(`${kind} ${repository}`, {
      repository: { kind, repository },
      fix: commandLine('fetch', '--verify', ...what),
    });
  };
  for (const { name: suite, tasks } of Object.values(taskRegistry()))
    for (const { name, source } of tasks)
      if ('repository' in source) add('dataset', source.repository, ['--suite', suite, '--task', name]);
  for (const { name, backends } of [...Object.values(modelEntries()), ...Object.values(rerankerEntries())])
    for (const backend of backends)
      if (backend.via === 'onnx' && 'file' in backend) add('model', backend.repository, ['--model', name]);
  return [...known.values()];
};
