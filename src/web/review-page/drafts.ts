export interface TypedAnswer {
  readonly question: string;
  readonly value?: string;
  readonly reason?: string;
}

/** What was typed for an item and is not saved yet. It outlives a reload of the page. */
export interface Draft<Request> {
  /** The id of the saved answer that it changes; absent for a first answer. */
  readonly base?: string;
  readonly answers: readonly TypedAnswer[];
  /** Why the item is skipped, while that is typed. */
  readonly skip?: string;
  /** Whether anything was typed; else it only holds the time. */
  readonly typed: boolean;
  readonly seconds: number;
  /** A request under way. After a reload it is sent again, with the same id. */
  readonly sent?: Request;
}

const keyOf = (place: string): string => `r2med-review/${place}`;

/** The draft of a place; undefined where there is none, and where the browser refuses storage. */
export const readDraft = <Request>(place: string): Draft<Request> | undefined => {
  try {
    const text = window.sessionStorage.getItem(keyOf(place));
    const draft = text === null ? undefined : (JSON.parse(text) as Draft<Request>);
    return Array.isArray(draft?.answers) ? draft : undefined;
  } catch {
    return undefined;
  }
};

/** Stores a draft, or removes it. Without storage it lasts as long as the page. */
export const writeDraft = (place: string, draft: Draft<unknown> | undefined): void => {
  try {
    if (draft) window.sessionStorage.setItem(keyOf(place), JSON.stringify(draft));
    else window.sessionStorage.removeItem(keyOf(place));
  } catch {
    // See above.
  }
};
