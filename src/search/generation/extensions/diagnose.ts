import {
  setting as declared,
  type Query,
  type SettingValues,
  settledSettings,
  trimmedEnds,
} from '../../../core/index.js';
import { conversation, type Message, tokensInMessages } from '../../../models/llms/index.js';
import { fill } from '../../../models/prompts/index.js';
import type { GenerationMethod, GenerationStep } from '../generation-method.js';
import { type MethodSetting, methodSetting } from '../methods/index.js';
import { namedMethod } from '../named-method.js';
import { wrote } from '../wrote.js';

/** What a system's text may say of it. Four candidates: one call each, and few enough that the first still count in the fused ranking. */
const DIAGNOSE = {
  candidates: declared.count('candidates that a passage is written for, at most', 4),
} as const;

/** Room for a candidate's name and one sentence of reason. */
const CANDIDATE_TOKENS = 80;

/**
 * The model lists what a query may really be about, with reasons, then writes a short passage about each; every passage is
 * used as a separate query. Where no list can be read, one passage is requested without a candidate.
 */
export const diagnose = (setting: MethodSetting & SettingValues<typeof DIAGNOSE>): GenerationMethod => {
  const { prompts, task, reasoning = 'auto' } = setting;
  const { candidates: most } = settledSettings('diagnose', DIAGNOSE, setting);
  const system = prompts.template('system', task);
  const list = prompts.template('diagnose', task);
  const passage = prompts.template('diagnose/passage', task);
  const alone = prompts.template('diagnose/alone', task);

  const listMessages = ({ text }: Query) =>
    conversation(system, fill(list, { TEXT: text, COUNT: String(most) }));
  const passageMessages = ({ text }: Query, candidate: string) =>
    conversation(system, fill(passage, { TEXT: text, CANDIDATE: candidate }));
  const aloneMessages = ({ text }: Query) => conversation(system, fill(alone, { TEXT: text }));

  return {
    method: 'diagnose',
    spec: {
      method: 'diagnose',
      candidates: most,
      system: system.hash,
      template: list.hash,
      passage: passage.hash,
      alone: alone.hash,
    },
    open: async () => ({
      write: async (query, ask) => {
        const listed = wrote(await ask(listMessages(query)), reasoning);
        const trace: GenerationStep[] = [listed.step];
        const texts: string[] = [];
        const write = async (about: string, messages: readonly Message[]): Promise<void> => {
          const { raw, step } = wrote(await ask(messages), reasoning);
          trace.push({ step: 'told', text: about }, step);
          texts.push(raw);
        };
        const candidates = parseCandidates(listed.answer, most);
        for (const [i, candidate] of candidates.entries())
          await write(
            `candidate ${i + 1} of ${candidates.length}: ${candidate.name}`,
            passageMessages(query, described(candidate)),
          );
        if (candidates.length === 0)
          await write('no candidates could be read: one passage without', aloneMessages(query));
        return { texts, trace };
      },
      expected: (query) => {
        const furtherTokensIn = CANDIDATE_TOKENS + tokensInMessages(passageMessages(query, ''));
        return {
          known: [{ messages: listMessages(query) }],
          further: most,
          furtherTokensIn,
          // Models mostly name as many candidates as they may.
          likely: { calls: most, tokensIn: most * furtherTokensIn },
        };
      },
    }),
  };
};

const described = ({ name, reason }: ListedCandidate): string => (reason ? `${name}: ${reason}` : name);

export const diagnoseMethod = namedMethod({
  settings: DIAGNOSE,
  expansion: { join: 'after-query', dense: 'average', searches: 'each', anyModel: true },
  make: (context) => diagnose({ ...methodSetting(context), ...context.settings }),
});

/** Something that a query may really be about: a diagnosis, a test, a treatment, a mechanism. */
interface ListedCandidate {
  readonly name: string;
  /** Why the model thinks so; empty where it does not say. */
  readonly reason: string;
}

/** `1. name: reason`, as the prompts ask for it, or as models like to dress it: `**1)** name – reason`. */
const NUMBERED = /^[\s>*_#]*\d{1,2}[.):][\s*_]*(.*)$/s;
/** A list without numbers: only looked for where there is none with, since reasons may have lists of their own. */
const BULLETED = /^\s*[-*•–][\s*_]+(.*)$/s;
const EMPHASIS = /\*\*|__|`/g;
/** A single star may be part of a name, as in HLA-B*27, but not its end. */
const ENDS = /[*_\s]/;
/** What may be between a name and its reason; a hyphen inside a name has no spaces around it. */
const BETWEEN = /:(?:\s|$)|\s[-–—|]\s/;

/** The candidates that an answer lists, in its order, each name once, up to the limit. Any text has none or more. */
export const parseCandidates = (answer: string, most: number): readonly ListedCandidate[] => {
  const lines = answer.split(/\r?\n/);
  const numbered = listed(lines, NUMBERED);
  const candidates = numbered.length > 0 ? numbered : listed(lines, BULLETED);
  const byName = new Map(candidates.map((each) => [each.name.toLowerCase(), each] as const).reverse());
  return candidates.filter((each) => byName.get(each.name.toLowerCase()) === each).slice(0, most);
};

const listed = (lines: readonly string[], line: RegExp): readonly ListedCandidate[] =>
  lines.flatMap((text) => {
    const item = line.exec(text)?.[1]?.replace(EMPHASIS, '').trim() ?? '';
    const between = BETWEEN.exec(item);
    const name = trimmedEnds(between ? item.slice(0, between.index) : item, ENDS);
    const reason = between ? trimmedEnds(item.slice(between.index + between[0].length), ENDS) : '';
    return /\p{L}/u.test(name) ? [{ name, reason }] : [];
  });
