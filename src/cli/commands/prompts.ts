import type { Command } from 'commander';
import { counted } from '../../core/index.js';
import { importPrompts, openPrompts, writePrompts } from '../../models/prompts/index.js';
import { table } from '../../platform/tables/index.js';
import { type FlagValues, part, pick, required, text, verb } from '../flags/index.js';
import { printJson, printLine, screenWidth } from '../output.js';

export const command = (): Command => verb().addCommand(importing()).addCommand(listing());

const IMPORT_FLAGS = {
  ...pick('from out llm json'),
  from: required(
    text(
      '<folder>',
      'your clone of R2MED/R2MED (its src), castorini/rank_llm, AQ-MedAI/Diver or VectorSpaceLab/agentic-search',
    ),
  ),
  out: required(text('<folder>', 'folder to write prompts to; new, empty, or of an earlier import')),
  llm: text('<name>', 'LLM of the prompts of R2MED: sky-32b has a separate system message'),
};

const importing = (): Command =>
  part('import', 'make a prompts folder from your clone of another program', IMPORT_FLAGS).action(
    async (flags: FlagValues<typeof IMPORT_FLAGS>) => {
      const imported = await importPrompts(flags.from, { ...(flags.llm && { llm: flags.llm }) });
      await writePrompts(flags.out, imported);
      // Opened once, so that what a run would refuse is refused now.
      openPrompts({ folder: flags.out });
      if (flags.json) return printJson({ ...imported, folder: flags.out });
      const names = new Map<string, number>();
      const count = (name: string): unknown => names.set(name, (names.get(name) ?? 0) + 1);
      for (const { path } of imported.prompts) count(path.slice(0, path.lastIndexOf('/')));
      for (const [name, { kind }] of Object.entries(imported.rerank))
        count(`${name.slice(0, name.indexOf('/'))}/… ${kind === 'none' ? 'for no stage' : `for ${kind}`}`);
      const lines = [...names].map(([name, files]) => `${name.padEnd(30)} ${counted(files, 'file')}`);
      const { repository, commit } = imported;
      const said = commit === undefined ? `${repository}, commit unknown` : `${repository} at ${commit}`;
      await printLine([said, ...lines, `\nUse them with --prompts ${flags.out}`].join('\n'));
    },
  );

const LIST_FLAGS = { ...pick('json'), prompts: required(pick('prompts').prompts) };

const listing = (): Command =>
  part('list', 'rerank prompts of a prompts folder, for prompt=NAME', LIST_FLAGS).action(
    async ({ prompts, json }: FlagValues<typeof LIST_FLAGS>) => {
      const imported = [...(openPrompts({ folder: prompts }).imported?.values() ?? [])];
      const rows = imported.map(({ name, kind, hash, from: { repository, commit = '–', file } }) => ({
        ...{ name, stage: kind === 'none' ? '–' : kind, hash, repository, commit, file },
      }));
      if (json) return printJson(rows);
      const shown = table(rows, [
        ['Name', ({ name }) => name, 'left'],
        ['Stage', ({ stage }) => stage, 'left'],
        ['Hash', ({ hash }) => hash.slice(0, 12), 'left'],
        ['Repository', ({ repository }) => repository, 'left'],
        ['Commit', ({ commit }) => commit.slice(0, 12), 'left'],
      ]);
      await printLine(
        rows.length > 0 ? shown.text(screenWidth()) : 'no rerank prompts; r2med prompts import adds them',
      );
    },
  );
