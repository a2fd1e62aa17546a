import { InputError, queryId } from '../../core/index.js';
import { type OpenTask, taskOpener } from '../../experiment/rescoring/index.js';
import type { Key } from '../page-data/index.js';
import { auditListOf, auditPageOf } from './audit-page.js';
import { auditPairsOf } from './audit-pairs.js';
import { boardVariantsOf, systemVariantsOf } from './board-variants.js';
import type { QueryFiles } from './query-files.js';
import { idOfKey, queryPageOf, queryScoresOf, runReader } from './query-page.js';
import type { Builders, LaterName, SiteOptions } from './resource-builders.js';
import { searchersOf, searchFor } from './searchers.js';
import { shownExplanation } from './shown-explanation.js';
import type { SiteView } from './site-view.js';
import { systemPageOf } from './system-page.js';
import { taskAnswersOf } from './task-answers.js';
import { sharedWords, taskColumnsOf, taskOutcomesOf } from './task-outcomes.js';
import { taskPageOf } from './task-page.js';
import { taskTexts } from './task-texts.js';

/** How each resource is made that the first view does not ask for. */
export const pageBuilders = (
  { data = [], answers = [], explain, search, whole = false }: SiteOptions,
  files: QueryFiles,
): Pick<Builders, LaterName> => {
  const texts = taskTexts(data, whole);
  const open = taskOpener();
  const openTask: OpenTask = (identity) =>
    open(identity).catch((error: unknown) => {
      if (whole || !(error instanceof InputError)) throw error;
      return undefined;
    });
  const runs = runReader();
  const words = sharedWords();
  const resultOf = ({ tasks }: SiteView, task: Key, system: Key) => {
    const shown = tasks.get(task)?.shown;
    const result = shown?.results.find((each) => each.system === system);
    return shown && result && { shown, result };
  };
  return {
    audits: async ({ audits, taskBoards }) => auditListOf(audits, taskBoards, texts),
    audit: async ({ audits, taskBoards }, [key]) => {
      const audit = audits.find((each) => each.key === key);
      return audit && auditPageOf(audit, taskBoards, texts);
    },
    auditPairs: async ({ audits }, [key]) => {
      const audit = audits.find((each) => each.key === key);
      return audit && auditPairsOf(audit, texts);
    },
    nano: async ({ boards }, [board]) => boards.get(board)?.nano(),
    // Of own systems: published ones have no scores of queries to part.
    slices: async ({ boards }, [key]) => {
      const board = boards.get(key);
      return board && board.contents.results.length > 0 ? board.slices(openTask) : undefined;
    },
    system: async (view, [system]) => {
      const placed = await view.placed(system);
      if (placed.length === 0) return undefined;
      const own = view.results.filter((result) => result.system === system);
      return systemPageOf(placed, own, openTask, files);
    },
    task: async ({ tasks }, [key]) => {
      const found = tasks.get(key);
      return found && taskPageOf(found.shown, found.contents.board, found.rows(), texts, files);
    },
    outcomes: async ({ tasks }, [task]) => {
      const found = tasks.get(task);
      return found && taskOutcomesOf(found.shown, found.contents.board, texts, files, words);
    },
    columns: async ({ tasks }, [task, measure]) => {
      const found = tasks.get(task);
      const name = found?.contents.board.measures.find(({ key }) => key === measure)?.name;
      return name === undefined ? undefined : taskColumnsOf(found!.shown, name, files);
    },
    answers: async ({ tasks }, [task]) => {
      const found = tasks.get(task);
      return found && taskAnswersOf(found.shown, answers);
    },
    boardVariants: async ({ boards }, [key]) => {
      const board = boards.get(key);
      return board && boardVariantsOf(board.contents);
    },
    variants: async ({ boards }, [key, measure, system]) => {
      const { contents } = boards.get(key) ?? {};
      const name = contents?.board.measures.find((each) => each.key === measure)?.name;
      return name === undefined
        ? undefined
        : systemVariantsOf(contents!, boardVariantsOf(contents!), system, name, files);
    },
    scores: async (view, [task, system]) => {
      const found = resultOf(view, task, system);
      return found && queryScoresOf(found.shown, found.result, await files.rows(found.result), view.measures);
    },
    query: async ({ tasks }, [task, query]) => {
      const found = tasks.get(task);
      return (
        found &&
        queryPageOf(found.shown, query, found.contents.board, texts, runs, files, explain !== undefined)
      );
    },
    explanation: async (view, [key, query, system]) => {
      const found = resultOf(view, key, system);
      const ids = found ? (await files.columns([found.result])).get(found.result)?.ids : undefined;
      const id = ids && idOfKey(ids, query);
      const { task } = found ? await texts.open(found.shown) : {};
      const explained =
        id === undefined || !task ? undefined : await explain?.(found!.result, queryId(id), task);
      return explained && shownExplanation(explained);
    },
    document: async ({ tasks }, [task, document]) => {
      const found = tasks.get(task);
      const row = found && (await texts.document(found.shown, document));
      return row && { ...(row.title && { title: row.title }), text: row.text };
    },
    searchers: async ({ tasks }, [task]) => {
      const found = tasks.get(task);
      return found && search && searchersOf(found.shown, texts, search);
    },
    search: async ({ tasks }, [task, system], text) => {
      const found = tasks.get(task);
      return found && search && text !== undefined
        ? searchFor(found.shown, system, text, texts, search)
        : undefined;
    },
  };
};
