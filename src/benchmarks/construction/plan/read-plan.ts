import { dirname, resolve } from 'node:path';
import type { z } from 'zod';
import { defined, InputError, type Json, type JsonObject, nearest } from '../../../core/index.js';
import { readYaml, tellingIssue, type YamlText } from '../../../platform/formats/index.js';
import { readTextFile } from '../../../platform/node/index.js';
import { stepSettings } from '../run-step.js';
import type { BuildStep } from '../step.js';
import { constructionSteps } from '../steps.js';
import { type BuildPlan, type PlannedRespondent, type PlannedStep, planSchema } from './build-plan.js';

/** Reads a plan: YAML or JSON. Its paths are relative to its own folder. */
export const readBuildPlan = async (
  file: string,
  steps: readonly BuildStep[] = constructionSteps,
): Promise<BuildPlan> => {
  const { value, placeOf } = await readYaml(await readTextFile(file), file);
  const schema = planSchema(steps);
  const { success, data, error } = schema.safeParse(value);
  if (!success) throw refusal(tellingIssue(error.issues), schema, placeOf);
  // Whole, so that a plan means the same from every folder that it is called in.
  const pathTo = (path: string): string => resolve(dirname(file), path);
  const names = new Map(
    Object.entries(data.respondents).map(([name, who]) => [name, respondentName(who, pathTo)]),
  );
  const planned = steps.flatMap((step): PlannedStep[] => {
    const given = (value as { readonly steps: Readonly<Record<string, JsonObject>> }).steps[step.name];
    if (given === undefined) return [];
    const found = Object.entries({ ...seedsOf(step, data.seed), ...given }).map(([name, setting]) => [
      name,
      step.paths?.includes(name)
        ? each(setting as Json, pathTo)
        : each(setting as Json, (text) => names.get(text) ?? text),
    ]);
    return [{ step, settings: Object.fromEntries(found) }];
  });
  if (planned.length === 0)
    throw new InputError({
      at: placeOf(['steps']),
      found: 'a plan without steps',
      expected: steps.map(({ name }) => name).join(', '),
      fix: 'list at least one step',
    });
  return {
    ...defined({
      work: data.work === undefined ? undefined : pathTo(data.work),
      prompts: data.prompts === undefined ? undefined : pathTo(data.prompts),
      seed: data.seed,
      budget: data.budget,
    }),
    steps: inOrder(planned),
  } as BuildPlan;
};

/** As settings name a respondent: `prepared:FILE#judge|gpt4`. */
const respondentName = ({ llm, answers, judge }: PlannedRespondent, pathTo: (path: string) => string) =>
  [
    ...(answers === undefined
      ? []
      : [`prepared:${pathTo(answers)}${judge === undefined ? '' : `#${judge}`}`]),
    ...(llm === undefined ? [] : [llm]),
  ].join('|');

/** The order of construction, but a step that needs a file only by its settings comes after the step that writes it. */
const inOrder = (planned: readonly PlannedStep[]): readonly PlannedStep[] => {
  const ordered: PlannedStep[] = [];
  const waiting = [...planned];
  while (waiting.length > 0) {
    const isFree = ({ step, settings }: PlannedStep): boolean => {
      const needed = new Set([...step.reads, ...(step.uses?.(stepSettings(step, settings)) ?? [])]);
      return !waiting.some(
        (other) => other.step !== step && other.step.writes.some((file) => needed.has(file)),
      );
    };
    const next = Math.max(0, waiting.findIndex(isFree));
    ordered.push(...waiting.splice(next, 1));
  }
  return ordered;
};

/** Whatever a step calls its seed: `seed`, `orderSeed`. */
const seedsOf = ({ settings }: BuildStep, seed: number | undefined): JsonObject =>
  seed === undefined
    ? {}
    : Object.fromEntries(
        Object.keys(settings.shape)
          .filter((name) => /(?:^s|S)eed$/.test(name))
          .map((name) => [name, seed]),
      );

const each = (value: Json, change: (text: string) => string): Json => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((part: Json) => each(part, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([name, part]) => [name, each(part, change)]),
  );
};

const refusal = (
  issue: z.core.$ZodIssue,
  schema: ReturnType<typeof planSchema>,
  placeOf: YamlText['placeOf'],
): InputError => {
  const path = issue.path as (string | number)[];
  const where = path.join('.') || 'the plan';
  const fix = 'see docs/guides/build.md, and r2med build STEP --help for the settings of a step';
  if (issue.code === 'unrecognized_keys') {
    const [first = '', ...more] = issue.keys;
    const fields = fieldsAt(schema, path);
    const near = nearest(first, fields);
    return new InputError({
      at: placeOf([...path, first]),
      found: `${where}: unknown ${[first, ...more].map((key) => `"${key}"`).join(', ')}`,
      expected: fields.join(', ') || 'no settings',
      fix: near === undefined ? fix : `did you mean "${near}"?`,
    });
  }
  return new InputError({
    at: placeOf(path),
    found: `${where}: ${issue.message}`,
    expected: 'a plan as docs/guides/build.md describes',
    fix,
  });
};

const fieldsAt = (schema: ReturnType<typeof planSchema>, path: readonly (string | number)[]) => {
  if (path.length === 0) return Object.keys(schema.shape);
  if (path[0] === 'budget') return ['usd', 'tokens'];
  if (path[0] === 'respondents') return ['llm', 'answers', 'judge'];
  const named = schema.shape.steps.shape;
  if (path.length === 1) return Object.keys(named);
  return path.length === 2 ? Object.keys(named[String(path[1])]?.unwrap().shape ?? {}) : [];
};
