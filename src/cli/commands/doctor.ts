import { access, constants, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism, totalmem } from 'node:os';
import { Command } from 'commander';
import { withoutSecrets } from '../../core/index.js';
import { hubCache } from '../../hub/index.js';
import { packageVersion, r2medHome } from '../../machine/index.js';
import { llmKeysSet, llmServices } from '../../models/index.js';
import { catalogue, type Suite, taskStatus } from '../../tasks/index.js';
import { bytes } from '../format.js';
import { printJson, printLine } from '../output.js';

interface Finding {
  readonly what: string;
  readonly state: 'ready' | 'missing';
  readonly found: string;
  /** What mends it. */
  readonly fix?: string;
  /** Without it nothing works; the exit code says so. */
  readonly needed: boolean;
}

export const doctor = (): Command =>
  new Command()
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Looks at this machine and changes nothing; the network is not touched. Exit code 1 when something that every verb
needs is missing; tasks that were not fetched are no fault.

Variables honoured: R2MED_HOME (our cache), HF_HOME, HF_HUB_CACHE, HF_ENDPOINT, HF_TOKEN, HF_HUB_OFFLINE, HTTPS_PROXY,
NO_COLOR.`,
    )
    .action(async (flags: { json?: boolean }) => {
      const findings = await examine(process.env);
      if (flags.json) await printJson(findings);
      else await printLine(findings.map(line).join('\n'));
      if (findings.some(({ needed, state }) => needed && state === 'missing')) process.exitCode = 1;
    });

const examine = async (env: NodeJS.ProcessEnv): Promise<readonly Finding[]> => [
  nodeVersion(process.versions.node),
  {
    what: 'machine',
    state: 'ready',
    found: `${availableParallelism()} cores, ${bytes(totalmem())} memory, r2med ${packageVersion()}`,
    needed: false,
  },
  await cacheFolder(r2medHome(env)),
  localModels(),
  llmKeys(env),
  ...(await Promise.all(Object.values(catalogue()).map((suite) => suiteFinding(suite)))),
  {
    what: 'hub cache',
    state: 'ready',
    found: `${hubCache(env)} (shared with Python), from ${withoutSecrets(env.HF_ENDPOINT || 'the default endpoint')}, ${env.HF_TOKEN ? 'with' : 'without'} HF_TOKEN`,
    needed: false,
  },
];

/** `engines` in package.json says the same. */
const NEEDED_NODE = [20, 19] as const;

const nodeVersion = (version: string): Finding => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const enough = major > NEEDED_NODE[0] || (major === NEEDED_NODE[0] && minor >= NEEDED_NODE[1]);
  return {
    what: 'Node',
    state: enough ? 'ready' : 'missing',
    found: version,
    ...(!enough && { fix: `install Node ${NEEDED_NODE.join('.')} or later` }),
    needed: true,
  };
};

const localModels = (): Finding => {
  try {
    createRequire(import.meta.url).resolve('onnxruntime-node/package.json');
    return { what: 'local models', state: 'ready', found: 'onnxruntime-node is installed', needed: false };
  } catch {
    return {
      what: 'local models',
      state: 'missing',
      found: 'onnxruntime-node is not installed; everything but local ONNX models works without it',
      fix: 'npm install onnxruntime-node@1.30.0 --ignore-scripts',
      needed: false,
    };
  }
};

/** Which services' keys are set, by the variables' names; no value is read into a finding. */
const llmKeys = (env: NodeJS.ProcessEnv): Finding => {
  const set = llmKeysSet(env);
  if (set.length > 0)
    return { what: 'LLM keys', state: 'ready', found: `${set.join(', ')} set`, needed: false };
  const variables = Object.values(llmServices()).map(({ keys }) => keys[0]);
  return {
    what: 'LLM keys',
    state: 'missing',
    found: 'none set; published and stored texts need none, nor does a server of your own',
    fix: `export one of ${variables.join(', ')}`,
    needed: false,
  };
};

const cacheFolder = async (folder: string): Promise<Finding> => {
  const writable = await mkdir(folder, { recursive: true })
    .then(() => access(folder, constants.W_OK))
    .then(
      () => true,
      () => false,
    );
  return {
    what: 'index cache',
    state: writable ? 'ready' : 'missing',
    found: `${folder}${writable ? '' : ' cannot be written; indexes are built anew on every run'}`,
    ...(!writable && { fix: 'set R2MED_HOME to a folder you may write to' }),
    needed: false,
  };
};

const suiteFinding = async ({ name, tasks }: Suite): Promise<Finding> => {
  const states = await Promise.all(tasks.map(async (row) => (await taskStatus(row)).state));
  const here = states.filter((state) => state === 'present').length;
  const complete = here === tasks.length;
  return {
    what: `suite ${name}`,
    state: complete ? 'ready' : 'missing',
    found: `${here} of ${tasks.length} tasks on this machine`,
    ...(!complete && {
      fix: name === 'sample' ? 'install the package again' : `r2med fetch --suite ${name}`,
    }),
    needed: name === 'sample',
  };
};

const line = ({ what, state, found, fix }: Finding): string =>
  `${state === 'ready' ? '✓' : '–'} ${what.padEnd(14)} ${found}${fix ? `\n  ${' '.repeat(14)} Fix: ${fix}` : ''}`;
