import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReviewQuestion } from '../../experiment/record/index.js';
import type { GivenAnswer, ReviewError } from '../page-data/index.js';
import type { Refused } from './client.js';
import { type Draft, readDraft, type TypedAnswer, writeDraft } from './drafts.js';
import { type Saving, useSaving } from './saving.js';
import { useStopwatch } from './stopwatch.js';

/** What the server takes; an item that was on screen for longer was forgotten there. */
const LONGEST_SECONDS = 86_400;

/** What a request says besides the item: answers, or the reason for none. */
export interface Filled {
  readonly id: string;
  readonly seconds: number;
  readonly answers?: readonly GivenAnswer[];
  readonly skipped?: string;
  readonly replaces?: string;
}

/** What is missing before the answers can be saved. */
export interface Missing {
  readonly question: string;
  readonly what: 'answer' | 'reason';
}

/** What the server answered instead of saving. */
export interface SheetRefusal {
  readonly status: number;
  readonly body: ReviewError;
}

export interface SheetOptions<Request, Response> {
  /** Where its draft is stored: different for each person, item and version. */
  readonly place: string;
  readonly questions: readonly ReviewQuestion[];
  /** What is saved at present. */
  readonly saved?: {
    readonly id: string;
    readonly answers: readonly GivenAnswer[];
    readonly skipped?: string;
  };
  readonly paused?: boolean;
  readonly request: (filled: Filled) => Request;
  readonly send: (request: Request) => Promise<Response>;
  readonly onSaved: (response: Response) => void;
}

/** The answers to the questions of an item, from the first key to the moment they are saved. */
export interface Sheet {
  readonly answers: readonly TypedAnswer[];
  readonly skip: string | undefined;
  readonly missing: Missing | undefined;
  readonly saving: Saving;
  readonly refusal: SheetRefusal | undefined;
  /** Whether it can be changed now: not while its request is under way. */
  readonly locked: boolean;
  change(question: string, change: Partial<Omit<TypedAnswer, 'question'>>): void;
  setSkip(reason: string | undefined): void;
  /** Saves if nothing is missing; else `missing` says what is. */
  save(): void;
  saveSkip(): boolean;
  /** Takes the place of an answer that was saved meanwhile. */
  saveInPlaceOf(id: string | undefined): void;
  /** Sends what is not saved once more, now. */
  again(): void;
  discard(): void;
}

export const useSheet = <Request, Response>(options: SheetOptions<Request, Response>): Sheet => {
  const { place, questions, saved, paused = false, request, send, onSaved } = options;
  const [start] = useState(() => startOf<Request>(place, saved));
  const [draft, setDraft] = useState<Draft<Request>>(start.draft);
  const [missing, setMissing] = useState<Missing>();
  const [refusal, setRefusal] = useState<SheetRefusal | undefined>(start.refusal);
  const seconds = useStopwatch(draft.seconds, paused);
  const now = useRef(draft);
  const isOver = useRef(false);
  const put = useCallback(
    (next: Draft<Request>) => {
      now.current = { ...next, typed: true, seconds: seconds() };
      setDraft(now.current);
      writeDraft(place, now.current);
    },
    [place, seconds],
  );
  const discard = useCallback(() => {
    isOver.current = true;
    writeDraft(place, undefined);
  }, [place]);
  const {
    saving,
    start: begin,
    again,
  } = useSaving<Request, Response>({
    send,
    saved: (response) => {
      discard();
      onSaved(response);
    },
    refused: ({ status, body }: Refused) => {
      setRefusal({ status, body });
      // A link that ended may be renewed: the request stays, and is sent again when this page is signed in.
      if (status !== 401) put(withoutSent(now.current));
    },
  });
  useEffect(() => {
    if (start.draft.sent) begin(start.draft.sent);
    const keep = (): void => {
      if (!isOver.current) writeDraft(place, { ...now.current, seconds: seconds() });
    };
    window.addEventListener('pagehide', keep);
    return () => {
      keep();
      window.removeEventListener('pagehide', keep);
    };
  }, [start, begin, place, seconds]);

  const submit = (filled: Pick<Filled, 'answers' | 'skipped'>, replaces: string | undefined): void => {
    setRefusal(undefined);
    const sent = request({
      id: crypto.randomUUID(),
      seconds: Math.min(Math.round(seconds()), LONGEST_SECONDS),
      ...filled,
      ...(replaces !== undefined && { replaces }),
    });
    put({ ...now.current, sent });
    begin(sent);
  };
  const complete = (): readonly GivenAnswer[] =>
    questions.map(({ name }) => {
      const { value = '', reason = '' } = answerTo(now.current.answers, name);
      return { question: name, value, ...(reason.trim() && { reason: reason.trim() }) };
    });
  const locked = saving.state !== 'idle' || draft.sent !== undefined;
  const submitAll = (replaces: string | undefined): void => {
    const skipped = now.current.skip?.trim();
    submit(skipped ? { skipped } : { answers: complete() }, replaces);
  };
  return {
    ...{ answers: draft.answers, skip: draft.skip, missing, saving, refusal, locked, discard },
    again: () => {
      const { sent } = now.current;
      if (!refusal || !sent) return again();
      setRefusal(undefined);
      begin(sent);
    },
    change: (question, change) => {
      if (locked) return;
      setMissing(undefined);
      const others = now.current.answers.filter((each) => each.question !== question);
      put({
        ...now.current,
        answers: [...others, { ...answerTo(now.current.answers, question), ...change }],
      });
    },
    setSkip: (reason) => {
      if (locked) return;
      const { skip: _, ...rest } = now.current;
      put(reason === undefined ? rest : { ...rest, skip: reason });
    },
    save: () => {
      if (locked) return;
      const found = missingIn(questions, now.current.answers);
      setMissing(found);
      if (!found) submitAll(now.current.base);
    },
    saveSkip: () => {
      if (locked || !now.current.skip?.trim()) return false;
      submitAll(now.current.base);
      return true;
    },
    saveInPlaceOf: (id) => {
      if (locked) return;
      setRefusal(undefined);
      const { base: _, ...rest } = now.current;
      put(id === undefined ? rest : { ...rest, base: id });
      if (now.current.skip?.trim() || !missingIn(questions, now.current.answers)) submitAll(id);
    },
  };
};

export const answerTo = (answers: readonly TypedAnswer[], question: string): TypedAnswer =>
  answers.find((each) => each.question === question) ?? { question };

const missingIn = (
  questions: readonly ReviewQuestion[],
  answers: readonly TypedAnswer[],
): Missing | undefined => {
  for (const { name, reason, choices } of questions) {
    const typed = answerTo(answers, name);
    if (!choices.some(({ value }) => value === typed.value)) return { question: name, what: 'answer' };
    if (reason === 'required' && !typed.reason?.trim()) return { question: name, what: 'reason' };
  }
  return undefined;
};

const withoutSent = <Request>({ sent: _, ...rest }: Draft<Request>): Draft<Request> => rest;

/** Where a sheet begins: what was typed before a reload, else what is saved. */
const startOf = <Request>(
  place: string,
  saved: SheetOptions<Request, unknown>['saved'],
): { readonly draft: Draft<Request>; readonly refusal?: SheetRefusal } => {
  const fresh: Draft<Request> = {
    answers: saved?.answers ?? [],
    typed: false,
    seconds: 0,
    ...(saved && { base: saved.id }),
    ...(saved?.skipped !== undefined && { skip: saved.skipped }),
  };
  const stored = readDraft<Request>(place);
  if (!stored) return { draft: fresh };
  if (stored.base === saved?.id) return { draft: stored };
  const sentId = (stored.sent as { readonly id?: string } | undefined)?.id;
  // Saved, although the response never came back; or nothing to lose.
  if (!stored.typed || (saved && sentId === saved.id)) return { draft: fresh };
  return {
    draft: withoutSent(stored),
    refusal: { status: 409, body: { error: 'This item was answered in another window meanwhile.' } },
  };
};
