import type { Document } from '../../../core/index.js';
import type { Sampling } from '../../../models/llms/index.js';
import { fill, type Template } from '../../../models/prompts/index.js';
import { documentContext } from './document-context.js';
import { QUERY, RESULT, THINK, withoutMarks } from './tags.js';

/** As Search-o1 fixes it for this call, whatever the others use. */
export const DIGEST_SAMPLING: Sampling = { temperature: 0.7, topP: 0.8, topK: 20, repetitionPenalty: 1.05 };

/** Search-o1's heading and its sentence for a digest that never came. */
const HEADING = '**Final Information**';
const NOTHING_HELPFUL = 'No helpful information found.';

export interface DigestRequest {
  readonly reasoning: string;
  readonly query: string;
  readonly documents: readonly Document[];
  readonly contextCharacters: number;
}

/** Asks for what helps the reasoning on, so that whole documents never enter it. */
export const digestPrompt = (template: Template, request: DigestRequest): string =>
  fill(template, {
    REASONING: earlierSteps(request.reasoning),
    QUERY: request.query,
    DOCUMENTS: request.documents.map((document, i) => described(document, i + 1, request)).join('\n'),
  });

/** A corpus knows neither addresses nor dates; a document's id is its place, since names of documents may tell. */
const described = (document: Document, id: number, { query, contextCharacters }: DigestRequest): string => {
  const { title } = document;
  const context = documentContext(document.text, query, contextCharacters);
  return `**Web Page ${id}:**\n${JSON.stringify({ id, ...(title && { title }), context }, undefined, 2)}`;
};

/**
 * What is below the last heading, as one line. Search-o1 takes newlines out altogether, which joins the words around
 * them; here they become spaces.
 */
export const summaryIn = (text: string): string => {
  const at = text.lastIndexOf(HEADING);
  if (at < 0) return NOTHING_HELPFUL;
  const found = text.slice(at + HEADING.length).replaceAll('```', '');
  return withoutMarks(found).replace(/\s+/g, ' ').trim() || NOTHING_HELPFUL;
};

/** Search-o1 keeps all steps up to this number, else the first, the last ones, and those with tags. */
const FEW = 5;
const LAST = 4;

const MARKS = [QUERY.begin, QUERY.end, RESULT.begin, RESULT.end];

/** The reasoning so far, a numbered step per line, condensed for the reader of what a search found. */
export const earlierSteps = (text: string): string => {
  const steps = text
    .replaceAll(THINK.begin, '')
    .replaceAll(THINK.end, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line, i) => `Step ${i + 1}: ${line}`);
  const isShown = (step: string, i: number): boolean =>
    steps.length <= FEW || i === 0 || i >= steps.length - LAST || MARKS.some((mark) => step.includes(mark));
  const shown = steps.map((step, i) => (isShown(step, i) ? step : '...'));
  return shown.filter((step, i) => step !== '...' || shown[i - 1] !== '...').join('\n\n');
};
