/** What experts are shown and what they answer: contract between construction, the review server and its page. */

/** One thing to review. It holds nothing that a model or another reviewer decided: reviewers are blind. */
export interface ReviewItem {
  readonly id: string;
  /** The step of construction whose decision is reviewed. */
  readonly step: string;
  /** What agreement is also reported by, such as the body system. */
  readonly group?: string;
  /** What is read, in order: "Query", "Document", "Reference answer". */
  readonly texts: readonly { readonly label: string; readonly text: string }[];
  readonly questions: readonly ReviewQuestion[];
}

/** A question with a fixed set of answers. */
export interface ReviewQuestion {
  /** As files name it: `answer-relevance`. */
  readonly name: string;
  readonly text: string;
  readonly choices: readonly ReviewChoice[];
  /** Whether the choices have an order, as grades do; agreement is then also computed by order. */
  readonly ordered: boolean;
  /** Whether a reason is asked for, and for which answers. */
  readonly reason: 'required' | 'optional' | 'none';
}

/** One of the answers. */
export interface ReviewChoice {
  readonly value: string;
  readonly label: string;
  /** What it means, for people who judge for the first time. */
  readonly help?: string;
}

/** What the pipeline decided about an item before the review, by question; reviewers never see it. */
export interface ModelLabel {
  readonly item: string;
  readonly question: string;
  readonly value: string;
  /** Model, rule or prepared answer that decided it. */
  readonly by: string;
}

/** What counts in the end. */
export interface ReviewDecision {
  readonly item: string;
  readonly question: string;
  readonly value: string;
  /** `unanimous` and `majority` of the reviewers, or an adjudicator's word. */
  readonly rule: 'unanimous' | 'majority' | 'adjudicated';
  readonly reason?: string;
}

/** A decision with those who made it. */
export interface AttributedDecision extends ReviewDecision {
  readonly by: readonly string[];
  readonly reason: string;
}
