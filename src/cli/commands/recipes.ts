import type { Command } from 'commander';
import { commandLine, lookup } from '../../core/index.js';
import { type Recipe, readRecipes } from '../../experiment/plans/index.js';
import { findModelEntry } from '../../models/embedders/index.js';
import { findLlm, llmReadiness, llmServices } from '../../models/llms/index.js';
import { readiness } from '../../models/registry/index.js';
import { findRerankerEntry } from '../../models/scorers/index.js';
import { hubCache } from '../../platform/hub/index.js';
import { table } from '../../platform/tables/index.js';
import { parseStages, type SystemText } from '../../search/pipeline/index.js';
import { type FlagValues, pick, verb } from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';

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

/** A recipe, and which of its models cannot work on this machine as it is. */
interface StatedRecipe extends Recipe {
  readonly models: readonly string[];
  readonly lacking: readonly string[];
}

const stated = async (recipe: Recipe): Promise<StatedRecipe> => {
  const names = [...new Set(recipe.systems.flatMap((text) => namesIn(parseStages(text))))];
  const states = await Promise.all(names.map(isReady));
  return {
    ...recipe,
    models: names.filter((_, i) => states[i] !== undefined),
    lacking: names.filter((_, i) => states[i] === false),
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

/** Whether a model can work as it is; undefined for what is no model of the registry. */
const isReady = async (name: string): Promise<boolean | undefined> => {
  const llm = findLlm(name);
  if (llm) return llmReadiness(llm, process.env, llmServices()).some(({ ready }) => ready);
  const entry = findModelEntry(name) ?? findRerankerEntry(name);
  if (!entry) return undefined;
  const states = await readiness(entry, { hubCache: hubCache(process.env), env: process.env });
  return states.some(({ ready }) => ready);
};

const recipeTable = (recipes: readonly StatedRecipe[]): string =>
  `${table(
    [...recipes].sort((a, b) => (b.recipe.published?.score ?? -1) - (a.recipe.published?.score ?? -1)),
    [
      ['recipe', ({ name }) => name, 'left'],
      ['published', ({ recipe }) => (recipe.published ? recipe.published.score.toFixed(2) : '–')],
      ['models ready', ({ models, lacking }) => `${models.length - lacking.length} of ${models.length}`],
      ['what it is', ({ title }) => title, 'left'],
    ],
  ).text(
    screenWidth(),
  )}\n\nPublished: nDCG@10 times 100, mean of R2MED's eight tasks, by the row that the recipe follows. What it needs and how it differs: ${commandLine('recipes')} NAME`;

const recipePage = ({ name, title, systems, recipe, lacking }: StatedRecipe): string =>
  [
    `${name}: ${title}`,
    `Source: ${recipe.source}`,
    ...(recipe.published
      ? [`Published: ${recipe.published.score.toFixed(2)} (${recipe.published.system})`]
      : []),
    ...section('Systems', systems),
    ...section('Needs', recipe.needs),
    ...section('Differs from its source', recipe.differs),
    ...section(
      'Not ready on this machine',
      lacking.map((each) => `${each}: ${commandLine('models', 'show', each)}`),
    ),
    '',
    `What it would run: ${commandLine('run', '--recipe', name, '--dry-run')}`,
    `Run it: ${commandLine('run', '--recipe', name)}`,
  ].join('\n');

const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
