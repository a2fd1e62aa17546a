import { access, constants } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import type { Command } from 'commander';
import { byteSize, commandLine, InputError, shellWord, shownAddress } from '../../core/index.js';
import { modelSettings } from '../../experiment/systems/index.js';
import { llmKeysSet, llmServices } from '../../models/llms/index.js';
import { hubCache } from '../../platform/hub/index.js';
import { leftIn, makeFolder, nodeTools, packageVersion, r2medHome } from '../../platform/node/index.js';
import { type Suite, taskRegistry, taskStatus } from '../../tasks/index.js';
import { deepCheck } from '../deep-check.js';
import { engineFindings } from '../engine/check.js';
import { type Finding, finding, findingLine } from '../finding.js';
import { type FlagValues, pick, verb, worded } from '../flags/index.js';
import { modelPath } from '../model-path.js';
import { printJson, printLine } from '../output.js';

const FLAGS = {
  ...pick('model endpoint modelFolder python pythonLibrary precision suite engine deep json'),
  suite: worded('suite', 'with --model and --python: tasks to estimate hours for (default: r2med)'),
};

type DoctorFlags = FlagValues<typeof FLAGS>;

export const command = (): Command =>
  verb(FLAGS).action(async (flags: DoctorFlags) => {
    const findings = await findingsFor(flags, process.env);
    await (flags.json ? printJson(findings) : printLine(findings.map(findingLine).join('\n')));
    if (findings.some(({ needed, state }) => needed && state === 'missing')) process.exitCode = 1;
  });

const findingsFor = async (flags: DoctorFlags, env: NodeJS.ProcessEnv): Promise<readonly Finding[]> => {
  const { model, deep = false } = flags;
  if (flags.suite !== undefined && (model === undefined || flags.python === undefined))
    throw new InputError({
      found: '--suite without --model and --python',
      expected: 'a model in Python, whose hours are estimated for the tasks of the suite',
      fix: commandLine('doctor', '--suite', flags.suite, '--model', model ?? 'bge', '--python', 'python3'),
    });
  const checked = deep ? [...(await deepCheck(env))] : [];
  const engine = flags.engine ?? (env.OPENSEARCH_URL ? 'opensearch' : undefined);
  if (engine !== undefined) checked.push(...(await engineFindings(engine, env)));
  if (model === undefined) return [...(await examine(env)), ...checked];
  const tools = nodeTools({ quiet: true });
  const { suite = 'r2med' } = flags;
  const options = { settings: modelSettings(flags), env, tools, suite, runtime: localModels() };
  return [...checked, ...(await modelPath(model, options))];
};

const examine = async (env: NodeJS.ProcessEnv): Promise<readonly Finding[]> => [
  nodeVersion(process.versions.node),
  finding(
    'machine',
    true,
    `${availableParallelism()} cores, ${byteSize(totalmem())} memory, r2med ${packageVersion()}`,
  ),
  await cacheFolder(r2medHome(env)),
  ...leftBehind(env),
  localModels(),
  llmKeys(env),
  ...(await Promise.all(Object.values(taskRegistry()).map((suite) => suiteFinding(suite)))),
  finding(
    'hub cache',
    true,
    `${hubCache(env)} (shared with Python), from ${shownAddress(env.HF_ENDPOINT || 'the default endpoint')}, ${env.HF_TOKEN ? 'with' : 'without'} HF_TOKEN`,
  ),
];

/** `engines` in package.json says the same. */
const NEEDED_NODE = [20, 19] as const;

const nodeVersion = (version: string): Finding => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const enough = major > NEEDED_NODE[0] || (major === NEEDED_NODE[0] && minor >= NEEDED_NODE[1]);
  return finding('Node', enough, version, `install Node ${NEEDED_NODE.join('.')} or later`, true);
};

const localModels = (): Finding => {
  try {
    createRequire(import.meta.url).resolve('onnxruntime-node/package.json');
    return finding('local models', true, 'onnxruntime-node is installed');
  } catch {
    return finding(
      'local models',
      false,
      'onnxruntime-node is not installed; everything but local ONNX models works without it',
      'npm install onnxruntime-node@1.30.0 --ignore-scripts',
    );
  }
};

/** Which services' keys are set, by the variables' names; no value is read into a finding. */
const llmKeys = (env: NodeJS.ProcessEnv): Finding => {
  const set = llmKeysSet(env);
  if (set.length > 0) return finding('LLM keys', true, `${set.join(', ')} set`);
  const variables = Object.values(llmServices()).map(({ keys }) => keys[0]);
  return finding(
    'LLM keys',
    false,
    'none set; published and stored texts need none, nor does a server of your own',
    `export one of ${variables.join(', ')}`,
  );
};

const cacheFolder = async (folder: string): Promise<Finding> => {
  const writable = await makeFolder(folder)
    .then(() => access(folder, constants.W_OK))
    .then(
      () => true,
      () => false,
    );
  const found = `${folder}${writable ? '' : ' cannot be written; indexes are built again on every run'}`;
  return finding('index cache', writable, found, 'set R2MED_HOME to a folder you may write to');
};

/** What killed processes left in the caches, in the working folder and among temporary files. */
const leftBehind = (env: NodeJS.ProcessEnv): readonly Finding[] =>
  [...leftIn(r2medHome(env)), ...leftIn('.', false), ...leftIn(tmpdir(), false)].map(({ path, found }) =>
    finding(
      'left behind',
      false,
      `${path} (${found})`,
      `none needed: the next command that writes there removes it; now: rm -r ${shellWord(path)}`,
    ),
  );

const suiteFinding = async ({ name, tasks }: Suite): Promise<Finding> => {
  const states = await Promise.all(tasks.map(async (entry) => (await taskStatus(entry)).state));
  const here = states.filter((state) => state === 'present').length;
  const found = `${here} of ${tasks.length} tasks on this machine`;
  const isSample = name === 'sample';
  const fix = isSample ? 'install the package again' : commandLine('fetch', '--suite', name);
  return finding(`suite ${name}`, here === tasks.length, found, fix, isSample);
};
