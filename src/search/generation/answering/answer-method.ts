import { type Document, firstWords, fullText, type JsonObject, type QueryId } from '../../../core/index.js';
import { openQuestion } from '../../../models/prompts/index.js';
import type { GenerationMethod } from '../generation-method.js';
import { type MethodSetting, oneCall } from '../methods/method-setting.js';

/** What an answer is written from. */
export interface AnswerSetting extends MethodSetting {
  /** The name of the folder of its texts, `answer-…`. */
  readonly name: string;
  /** The documents that each query is answered with, best first; a query without any is answered from what the model knows. */
  readonly documents: ReadonlyMap<QueryId, readonly Document[]>;
  /** Where the documents come from. */
  readonly shown: JsonObject;
}

/** Words of a document that are shown: as many as LameR shows. */
const WORDS = 512;

/** A document as a prompt shows it. Its id stays behind: it may say what it is about. */
export const shownDocument = (document: Document): string => firstWords(fullText(document), WORDS).text;

/** Answers a query with documents, or without any: closed book. The texts are answers to be judged and never searched with. */
export const answerMethod = ({ prompts, task, reasoning, ...setting }: AnswerSetting): GenerationMethod => {
  const { name, documents, shown } = setting;
  const open = openQuestion(prompts, task, 'answer');
  const closed = openQuestion(prompts, task, 'answer/closed-book');
  return {
    method: name,
    spec: { method: name, open: open.spec, closed: closed.spec, words: WORDS, shown },
    open: async () =>
      oneCall(({ id, text }) => {
        const found = documents.get(id) ?? [];
        const list = found.map((document, i) => `[${i + 1}] ${shownDocument(document)}`).join('\n\n');
        return found.length === 0
          ? closed.messages({ TEXT: text })
          : open.messages({ TEXT: text, DOCUMENTS: list });
      }, reasoning),
  };
};
