import type { Command } from 'commander';
import {
  commandLine,
  type DenseEmbedder,
  InputError,
  isJsonObject,
  type Role,
  type Tools,
  WorkError,
} from '../core/index.js';
import { openDense, withSystemContext } from '../experiment/systems/index.js';
import {
  PROBE_TEXTS,
  type ProbeVectors,
  probeDistance,
  probeFile,
  probeText,
  probeTolerance,
  storedProbes,
} from '../models/registry/index.js';
import { packageVersion, writeAtomic } from '../platform/node/index.js';
import { table } from '../platform/tables/index.js';
import { openTask } from '../tasks/index.js';
import { EMBEDDER, type FlagValues, part, pick } from './flags/index.js';
import { printJson, printLine, screenWidth } from './output.js';
import { stoppable } from './stopping.js';

const FLAGS = pick('save offline threads json quiet', EMBEDDER);

type VerifyFlags = FlagValues<typeof FLAGS>;

/** `r2med models verify NAME`: does the model give here the vectors that it should? */
export const verifyModel = (): Command =>
  part('verify', 'compare vectors of fixed texts with stored ones', FLAGS)
    .argument('<name>', 'dense model of `r2med models`')
    .action((name: string, _flags: unknown, command: Command) =>
      verify(name, command.optsWithGlobals<VerifyFlags>()),
    );

const verify = (name: string, flags: VerifyFlags): Promise<void> =>
  stoppable(flags, (tools) =>
    withSystemContext(flags, tools, async (context) => {
      const stored = storedProbes(name);
      if (!stored && !flags.save) throw unconfirmed(name);
      const task = await openTask('sample', 'Biology');
      const { embedder } = await openDense(name, { ...context, task });
      try {
        const made = await probesOf(name, embedder, tools);
        if (!flags.save) return await compare(name, stored!, made, flags.json ?? false);
        await writeAtomic(probeFile(name), [`${JSON.stringify(storable(made), null, 1)}\n`]);
        await printLine(`Stored: ${probeFile(name)}`);
      } finally {
        await embedder.close();
      }
    }),
  );

const unconfirmed = (name: string): InputError =>
  new InputError({
    found: `no stored vectors of ${name}: it is unconfirmed`,
    expected: 'vectors of the probe texts in data/probes',
    fix: `on a machine where ${name} is known to be right, store them: ${commandLine('models', 'verify', name, '--python', 'python3', '--save')}`,
  });

interface Made extends Omit<ProbeVectors, 'vectors'> {
  readonly vectors: readonly Float32Array[];
}

const probesOf = async (name: string, embedder: DenseEmbedder, tools: Tools): Promise<Made> => {
  const vectors: Float32Array[] = [];
  for (const role of ['query', 'document'] as const) {
    const places = [...PROBE_TEXTS.keys()].filter((place) => PROBE_TEXTS[place]!.role === role);
    const texts = places.map((place) => PROBE_TEXTS[place]!.text);
    for await (const { embedded, failed } of embedder.embed(texts, role satisfies Role, tools)) {
      if (failed[0])
        throw new WorkError(`${name} cannot embed a probe text: ${failed[0].reason}`, 'correct the model');
      for (const { place, vector } of embedded) vectors[places[place]!] = vector.slice();
    }
  }
  const said = isJsonObject(embedder.spec) ? embedder.spec : {};
  const word = (key: string): string | undefined =>
    typeof said[key] === 'string' ? (said[key] as string) : undefined;
  const madeWith = { r2med: packageVersion(), backEnd: word('backEnd'), library: word('library') };
  return {
    model: name,
    revision: word('revision') ?? null,
    precision: word('dtype') ?? word('precision') ?? 'fp32',
    madeWith: Object.fromEntries(
      Object.entries(madeWith).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
    ),
    vectors,
  };
};

const storable = ({ vectors, ...rest }: Made): ProbeVectors => ({ ...rest, vectors: vectors.map(probeText) });

const compare = async (name: string, stored: ProbeVectors, made: Made, asJson: boolean): Promise<void> => {
  const tolerance = probeTolerance(stored.precision, made.precision);
  const texts = made.vectors.map((vector, i) => ({
    role: PROBE_TEXTS[i]!.role,
    text: PROBE_TEXTS[i]!.text.slice(0, 40),
    distance: probeDistance(stored.vectors[i]!, vector) ?? null,
  }));
  const wrong = texts.filter(({ distance }) => distance === null || distance > tolerance);
  const { vectors: _, ...reference } = stored;
  const result = { model: name, same: wrong.length === 0, precision: made.precision, tolerance, texts };
  if (asJson) await printJson({ ...result, reference });
  else
    await printLine(
      table(texts, [
        ['role', ({ role }) => role, 'left'],
        ['text', ({ text }) => text, 'left'],
        [
          'cosine distance',
          ({ distance }) => (distance === null ? 'other length' : distance.toExponential(1)),
        ],
      ]).text(screenWidth()),
    );
  if (wrong.length > 0)
    throw new WorkError(
      `${name} gives other vectors than those stored (${stored.precision}, ${Object.values(stored.madeWith).join(' ')}): ${wrong.length} of ${texts.length} texts are further apart than ${tolerance} (${made.precision})`,
      `check weights, revision and settings: ${commandLine('models', 'show', name)}`,
    );
};
