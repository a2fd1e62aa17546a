import {
  type ChosenSystem,
  InputError,
  type JsonObject,
  lookup,
  own,
  type Retriever,
  readSettings,
  type Settings,
  setting,
  type Task,
} from '../../core/index.js';
import { GATE, gate, mustBeTwo } from '../../search/fusion/index.js';
import { parseStages, type StageText, type SystemText, stageText } from '../../search/pipeline/index.js';
import { FAMILIES } from '../../tasks/index.js';
import { isFusion } from './fused.js';
import type { Resolved } from './model-context.js';

const ROUTE: Settings = Object.fromEntries(
  FAMILIES.map((family) => [
    family,
    setting.count(`number of the system that answers tasks of the family ${family}`, 1, 'systems'),
  ]),
);

/** Stages that let one of the systems in their brackets answer: `gate(bm25, bge, length=40)`, `route(bm25, bge, case=2)`. */
export const choosers: Readonly<Record<string, { readonly settings: Settings }>> = {
  gate: { settings: GATE },
  route: { settings: ROUTE },
};

const isChooser = (name: string): boolean => Object.hasOwn(choosers, name);

/** Whether a stage of this name makes one ranking of the systems in its brackets, by fusing them or by a choice. */
export const isCombination = (name: string): boolean => isFusion(name) || isChooser(name);

type Context = { readonly task: Pick<Task, 'about'> };

/** The retriever of a stage that chooses. */
export const resolveChooser = <C extends Context>(
  stage: StageText,
  resolve: (system: SystemText) => Resolved<C, Retriever>,
): Resolved<C, Retriever> => {
  const settings = readSettings(stage.name, lookup('stage', choosers, stage.name).settings, stage.named);
  const isRoute = stage.name === 'route';
  if (isRoute) mustHaveSystems(stage, settings);
  else mustBeTwo(stage.values);
  const systems = stage.values.map((value, i) => resolve(stage.systems[i] ?? parseStages(value)));
  return {
    check: async (context) => {
      for (const { check } of systems) await check?.(context);
    },
    build: async (context) => {
      if (isRoute) return routed(stage, settings, context, systems);
      const retrievers: Retriever[] = [];
      try {
        for (const { build } of systems) retrievers.push(await build(context));
        return gate(retrievers, settings);
      } catch (error) {
        for (const retriever of retrievers) await retriever.close?.();
        throw error;
      }
    },
  };
};

const mustHaveSystems = ({ name, text, values }: StageText, settings: Record<string, unknown>): void => {
  if (values.length < 2)
    throw new InputError({
      found: text,
      expected: 'two systems or more',
      fix: `write it like ${name}(bm25, bge, case=2)`,
    });
  for (const [family, number] of Object.entries(settings))
    if (Number(number) > values.length)
      throw new InputError({
        found: `${family}=${number} in ${text}`,
        expected: `the number of a system in the brackets, from 1 to ${values.length}`,
        fix: `write ${family}=${values.length}, or add a system`,
      });
};

/** The system for the family of the task. The others are not built: models of one family need not be there for another. */
const routed = async <C extends Context>(
  stage: StageText,
  settings: Readonly<Record<string, unknown>>,
  context: C,
  systems: readonly Resolved<C, Retriever>[],
): Promise<Retriever> => {
  const { family } = context.task.about;
  // A folder of the user's has no family.
  const number = typeof family === 'string' ? Number(own(settings, family) ?? 1) : 1;
  const retriever = await systems[number - 1]!.build(context);
  const chosen: ChosenSystem = {
    by: 'route',
    system: retriever.name,
    features: [{ name: 'family', value: typeof family === 'string' ? family : 'unknown' }],
  };
  const named = Object.entries(stage.named).filter(([, value]) => Number(value) !== 1);
  return {
    ...retriever,
    // As written: on all tasks one name, whichever system is built.
    name: stageText('route', stage.values, Object.fromEntries(named)).text,
    spec: { retriever: 'route', family: family ?? null, number, source: retriever.spec } as JsonObject,
    open: async (corpus, tools) => {
      const runner = await retriever.open(corpus, tools);
      return {
        // The query as it was asked: what the chosen system wrote for it is its own, as in a fusion.
        run: async (queries) =>
          (await runner.run(queries)).map(({ hits }, i) => ({ query: queries[i]!, hits })),
        explainHits: async (query, documents, how) => {
          const explained = await runner.explainHits?.(query, documents, how);
          return { scores: new Map(), ...explained, chosen: [chosen, ...(explained?.chosen ?? [])] };
        },
        get facts() {
          return { fused: [{ system: retriever.name, facts: runner.facts }] };
        },
      };
    },
  };
};
