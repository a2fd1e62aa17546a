import type { GeneratedTexts } from '../../benchmarks/audit/index.js';
import { InputError, type Task, type Tools } from '../../core/index.js';
import { rewriter, type SystemContext } from '../../experiment/systems/index.js';

/** What `--generations` names: texts of a method and a model, in the folder of the task or elsewhere. */
export interface WantedTexts {
  readonly method: string;
  readonly llm: string;
  readonly from?: string;
}

/** `hyde/gpt4`, or `hyde/gpt4=FOLDER` for texts that are not in the folder of the task. */
export const wantedTexts = (text: string): WantedTexts => {
  const [, method, llm, from] = /^([\w-]+)\/([^=\s]+)(?:=(.+))?$/.exec(text) ?? [];
  if (method === undefined)
    throw new InputError({
      found: `--generations ${text}`,
      expected: 'METHOD/LLM, for example hyde/gpt4, or METHOD/LLM=FOLDER',
    });
  return { method, llm: llm!, ...(from !== undefined && { from }) };
};

/** The generated texts of a task as a system would search with them: the answer of a reasoning model, without its reasoning. */
export const generatedTexts = async (
  { method, llm, from }: WantedTexts,
  task: Task,
  context: Omit<SystemContext, 'task'>,
  tools: Tools,
): Promise<GeneratedTexts> => {
  const stage = await rewriter(`${method}(${llm})`, { ...context, task, ...(from && { generations: from }) });
  const runner = await stage.open(task.corpus, tools);
  const written = await runner.run(task.queries);
  return {
    name: `${method}/${llm}`,
    texts: new Map(
      written.flatMap(({ id, generated }) =>
        generated?.length ? [[id, generated.map(({ text }) => text).join(' ')] as const] : [],
      ),
    ),
  };
};
