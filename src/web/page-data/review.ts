import type { ReviewQuestion } from '../../experiment/record/index.js';

/**
 * The API of the review server: JSON in and out, under `/api`. Reviewers and the adjudicator have a link of their own,
 * `http://127.0.0.1:4711/#link=TOKEN`. The page sends the token once, in the body of `POST /api/session`, takes it out of the address, and
 * has an HttpOnly cookie from then on. Every other request names in the header `x-review-as` whose page it is, so that two links
 * opened in one browser never mix.
 *
 * A refusal has a status of 400 or more and a `ReviewError`. 401: no valid link (ask for the link again). 403: not for this role.
 * 404: no such item, or not yours. 409: something changed meanwhile; `current` says how it is now. 503: not saved, nothing was
 * recorded; send the same request again later.
 */
export const reviewApi = {
  /** GET: who is signed in (`ReviewSession`). POST `SignIn`: sign in. */
  session: '/api/session',
  /** POST: sign out; the cookie is removed. */
  signOut: '/api/session/end',
  /** GET: progress and the item to answer now (`ReviewWork`). Reviewers. */
  work: '/api/work',
  /** GET: what the reviewer has answered (`ReviewHistory`). */
  history: '/api/history',
  /** GET: one of the reviewer's own items with their answer (`ShownItem`). */
  item: (key: string) => `/api/items/${key}`,
  /** POST `AnswerRequest`: an answer, a skip, or a new answer in the place of an earlier one. Responds with `ReviewWork`. */
  answers: '/api/answers',
  /** POST `BreakRequest`: a break starts or ends. Responds with `ReviewWork`. */
  breaks: '/api/breaks',
  /** GET: what is to be decided (`AdjudicationWork`). Adjudicators. */
  adjudication: '/api/adjudication',
  /** GET: one item with the answers to it (`AdjudicationItem`). */
  adjudicationItem: (key: string) => `/api/adjudication/${key}`,
  /** POST `DecisionRequest`. Responds with `AdjudicationWork`. */
  decisions: '/api/decisions',
} as const;

/** The header that says whose page a request comes from: `ReviewSession.name`. */
export const REVIEW_AS = 'x-review-as';
/** What precedes the token in the fragment of a link. */
export const LINK_FRAGMENT = '#link=';
/** What somebody opens in a browser. The token is behind the `#`, which browsers send to no server. */
export const linkOf = (address: string, token: string): string => `${address}/${LINK_FRAGMENT}${token}`;

/** Body of every refusal. */
export interface ReviewError {
  /** One sentence for the person: what is wrong and what to do. */
  readonly error: string;
  /** With 409 of an answer: the item as it is now. */
  readonly current?: ShownItem;
  /** With 409 of a decision: likewise. */
  readonly currentDecision?: AdjudicationItem;
}

/** Body of `POST /api/session`. */
export interface SignIn {
  readonly token: string;
}

export interface ReviewSession {
  readonly name: string;
  readonly role: 'reviewer' | 'adjudicator';
  /** Of the review, for the heading. */
  readonly title: string;
}

export interface ReviewProgress {
  readonly assigned: number;
  /** Answered or skipped. */
  readonly done: number;
  readonly skipped: number;
  /** Median seconds of the items answered so far. */
  readonly secondsPerItem?: number;
}

export interface ReviewWork {
  readonly progress: ReviewProgress;
  /** Since when the reviewer is on a break (ISO 8601). Time on a break is not counted; an answer ends it. */
  readonly onBreak?: string;
  /** The item to answer now; absent when all are done. */
  readonly next?: ShownItem;
  /** The item answered last, for undo; absent before the first answer. */
  readonly previous?: string;
}

/** One item as its reviewer sees it: nothing of models, of other reviewers or of the way it was chosen. */
export interface ShownItem {
  /** In addresses and requests; says nothing about the item. */
  readonly key: string;
  /** Of its texts and questions; an answer names it, so that none is filed under another text. */
  readonly version: string;
  /** From 1, in the reviewer's order. */
  readonly number: number;
  /** The step of construction, such as `judge`. */
  readonly step: string;
  readonly texts: readonly { readonly label: string; readonly text: string }[];
  readonly questions: readonly ReviewQuestion[];
  /** The reviewer's answer that counts now. */
  readonly answer?: OwnAnswer;
  /** Set when it can no longer be changed: it was adjudicated. */
  readonly locked?: true;
}

export interface OwnAnswer {
  /** The client-made id of the request. */
  readonly id: string;
  readonly answers: readonly GivenAnswer[];
  readonly skipped?: string;
  readonly at: string;
}

export interface GivenAnswer {
  readonly question: string;
  readonly value: string;
  readonly reason?: string;
}

/** The reviewer's answered items, last first. */
export interface ReviewHistory {
  readonly items: readonly {
    readonly key: string;
    readonly number: number;
    readonly step: string;
    readonly at: string;
    readonly skipped?: true;
    readonly locked?: true;
    /** The first words of its first text. */
    readonly preview: string;
  }[];
}

/** Body of `POST /api/answers`: either `answers`, one for each question, or `skipped`, the reason why not. */
export interface AnswerRequest {
  /** Made by the page for this answer (8 to 64 letters, digits, `-` or `_`; `crypto.randomUUID()`). The same id sent again changes nothing. */
  readonly id: string;
  /** `ShownItem.key` and `ShownItem.version`. */
  readonly item: string;
  readonly version: string;
  readonly answers?: readonly GivenAnswer[];
  readonly skipped?: string;
  /** Seconds the item was on screen, without breaks. */
  readonly seconds: number;
  /** `OwnAnswer.id` of the answer that this one takes the place of; absent for a first answer. Another one there means 409. */
  readonly replaces?: string;
}

/** Body of `POST /api/breaks`. Starting a break twice, or ending none, changes nothing. */
export interface BreakRequest {
  readonly id: string;
  readonly action: 'start' | 'end';
}

export interface AdjudicationWork {
  readonly progress: {
    /** Items that wait for a decision now. */
    readonly open: number;
    readonly decided: number;
    /** Items whose reviewers are not done; they may still come. */
    readonly waiting: number;
    /** Items that need no decision. */
    readonly agreed: number;
  };
  /** Open and decided items, open ones first. */
  readonly items: readonly {
    readonly key: string;
    readonly step: string;
    readonly questions: readonly string[];
    readonly state: 'open' | 'decided';
    readonly preview: string;
  }[];
  readonly next?: AdjudicationItem;
}

/** An item on which reviewers differ, side by side. */
export interface AdjudicationItem {
  readonly key: string;
  readonly step: string;
  readonly texts: readonly { readonly label: string; readonly text: string }[];
  readonly questions: readonly (ReviewQuestion & {
    /** Whether it waits for a decision; reviewers agree on the others. */
    readonly disputed: boolean;
    readonly answers: readonly {
      /** `A`, `B`, …: by chance for each item. A name where the plan says `--named`. */
      readonly by: string;
      readonly value: string;
      readonly reason?: string;
    }[];
  })[];
  /** Who could not say, and why. */
  readonly skipped: readonly { readonly by: string; readonly reason: string }[];
  /** Of the answers shown; a decision names it. Another one means that a reviewer changed an answer: 409. */
  readonly basis: string;
  readonly decision?: OwnDecision;
}

export interface OwnDecision {
  readonly id: string;
  readonly decisions: readonly GivenAnswer[];
  readonly at: string;
}

/** Body of `POST /api/decisions`: a value with a reason for each disputed question. */
export interface DecisionRequest {
  /** As in `AnswerRequest`. */
  readonly id: string;
  readonly item: string;
  readonly basis: string;
  readonly decisions: readonly {
    readonly question: string;
    readonly value: string;
    readonly reason: string;
  }[];
  readonly seconds: number;
  readonly replaces?: string;
}
