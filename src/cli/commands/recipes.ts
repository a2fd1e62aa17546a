import type { Command } from 'commander';
import { byteSize, commandLine, lookup } from '../../core/index.js';
import { type Recipe, readRecipes } from '../../experiment/plans/index.js';
import { findModelEntry } from '../../models/embedders/index.js';
import { findLlm, type LlmEntry, llmReadiness, llmServices } from '../../models/llms/index.js';
import { readiness } from '../../models/registry/index.js';
import { findRerankerEntry } from '../../models/scorers/index.js';
import { hubCache } from '../../platform/hub/index.js';
import { table } from '../../platform/tables/index.js';
import { parseStages, type SystemText } from '../../search/pipeline/index.js';
import { type FlagValues, pick, verb } from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { pricedStages } from '../plan-price.js';
import { type NeededServer, neededServers, serverLines } from '../plan-price-text.js';

const FLAGS = pick('json');

export const command = (): Command =>
  verb(FLAGS)
    .argument('[name]', 'recipe to show')
    .action(async (name: string | undefined, flags: FlagValues<typeof FLAGS>) => {
      const recipes = await Promise.all((await readRecipes()).map(stated));
      const byName = Object.fromEntries(recipes.map((each) => [each.name, each]));
      if (name === undefined) return flags.json ? printJson({ recipes }) : printLine(recipeTable(recipes));
      const found = lookup('recipe', byName, name);
      return flags.json ? printJson(found) : printLine(recipePage(found));
    });

/** A model of a recipe, pinned as far as the registry knows it. */
interface RecipeModel {
  readonly name: string;
  /** On the hub or at its service. */
  readonly model: string;
  readonly revision: string | null;
  /** Of its weights in half precision. */
  readonly bytes: number | null;
  /** Whether it can work on this machine as it is. */
  readonly ready: boolean;
}

/** A recipe with its models. */
interface StatedRecipe extends Omit<Recipe, 'runs'> {
  readonly models: readonly RecipeModel[];
  /** Names of those that are not ready. */
  readonly lacking: readonly string[];
  readonly servers: readonly NeededServer[];
  /** Whether an LLM is asked; published texts are only read. */
  readonly asks: boolean;
}

const stated = async ({ runs, ...recipe }: Recipe): Promise<StatedRecipe> => {
  const stages = pricedStages(runs, undefined);
  const read = new Set(stages.flatMap(({ model, calls }) => (calls === 0 ? [model] : [])));
  const names = [...new Set(recipe.systems.flatMap((text) => namesIn(parseStages(text))))].filter(
    (name) => !read.has(name),
  );
  const bytes = new Map(stages.map(({ model, memory }) => [model, memory]));
  const models = (await Promise.all(names.map(modelOf))).flatMap((found) =>
    found ? [{ ...found, bytes: bytes.get(found.name) ?? null }] : [],
  );
  return {
    ...recipe,
    models,
    lacking: models.flatMap(({ name, ready }) => (ready ? [] : [name])),
    servers: neededServers(stages),
    asks: stages.some(({ stage, calls }) => calls !== 0 && stage !== 'vectors' && stage !== 'scores'),
  };
};

/** Names of stages and of what they are given, at any depth; some are models. */
const namesIn = (system: SystemText): readonly string[] =>
  system.flatMap(({ name, values, named, systems }) => [
    name,
    ...values,
    ...(named.retriever ? namesIn(parseStages(named.retriever)) : []),
    ...systems.flatMap((inner) => (inner ? namesIn(inner) : [])),
  ]);

/** A model of the registries, and whether it can work as it is; undefined for another name. */
const modelOf = async (name: string): Promise<Omit<RecipeModel, 'bytes'> | undefined> => {
  const llm = findLlm(name);
  const entry = llm ?? findModelEntry(name) ?? findRerankerEntry(name);
  if (!entry) return undefined;
  const states = llm
    ? llmReadiness(llm, process.env, llmServices())
    : await readiness(entry as Exclude<typeof entry, LlmEntry>, {
        hubCache: hubCache(process.env),
        env: process.env,
      });
  const { model, revision = null } = entry;
  return { name: entry.name, model, revision, ready: states.some(({ ready }) => ready) };
};

const recipeTable = (recipes: readonly StatedRecipe[]): string => {
  const here = recipes.filter(({ lacking }) => lacking.length === 0).map(({ name }) => name);
  return [
    table(
      [...recipes].sort((a, b) => (b.recipe.published?.score ?? -1) - (a.recipe.published?.score ?? -1)),
      [
        ['recipe', ({ name }) => name, 'left'],
        ['published', ({ recipe }) => (recipe.published ? recipe.published.score.toFixed(2) : '–')],
        ['ready', ({ models, lacking }) => `${models.length - lacking.length} of ${models.length}`],
        ['what it is', ({ title }) => title, 'left'],
      ],
    ).text(screenWidth()),
    '',
    here.length > 0
      ? `Can run on this machine now: ${here.join(', ')}`
      : 'None can run on this machine as it is.',
    `Ready: models that can work here. Published: nDCG@10 times 100, mean of R2MED's eight tasks, by the row that the recipe follows.`,
    `What one needs, and how it differs: ${commandLine('recipes')} NAME`,
  ].join('\n');
};

const recipePage = ({
  name,
  title,
  systems,
  recipe,
  models,
  lacking,
  servers,
  asks,
}: StatedRecipe): string => {
  const { source, published, prompts, needs, differs } = recipe;
  return [
    `${name}: ${title}`,
    `Source: ${source}`,
    ...(published ? [`Published: ${published.score.toFixed(2)} (${published.system})`] : []),
    ...section('Systems', systems),
    ...section(
      'Models',
      models.map(
        ({ name: own, model, revision, bytes, ready }) =>
          `${own}: ${model}, revision ${revision ?? 'not known'}${bytes === null ? '' : `, ${byteSize(bytes)}`}${ready ? ', ready' : ''}`,
      ),
    ),
    ...section('Prompts', asks ? promptLines(name, prompts) : []),
    ...section('Needs', needs),
    ...serverLines(servers, ['run', '--recipe', name]),
    ...section('Differs from its source', differs),
    ...section(
      'Not ready on this machine',
      lacking.map((each) => `${each}: ${commandLine('models', 'show', each)}`),
    ),
    '',
    `What it would run and take: ${commandLine('run', '--recipe', name, '--dry-run')}`,
    `Run it: ${commandLine('run', '--recipe', name)}`,
  ].join('\n');
};

/** Where the words come from that models are asked with. */
const promptLines = (name: string, prompts: Recipe['recipe']['prompts']): readonly string[] => [
  'in words of r2med, by the structure of their sources: data/prompts/README.md',
  ...(prompts
    ? [
        `those of the source, from a clone of ${prompts.clone}: ${commandLine('prompts', 'import', '--from', prompts.clone.split('/')[1]!, '--out', 'prompts')}`,
        `with them: ${commandLine('run', '--recipe', name, '--prompts', 'prompts')}`,
      ]
    : []),
];

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
