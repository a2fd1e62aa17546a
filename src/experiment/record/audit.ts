import type { FigureUnit } from '../../platform/tables/index.js';

/** What an audit of a task found: what `audit --json` prints, Markdown is written from and the page shows. */
export interface AuditReport {
  readonly version: 1;
  readonly task: AuditedTask;
  readonly settings: AuditSettings;
  /** Is the task sound? One entry per check, those that found nothing included. */
  readonly checks: readonly AuditCheck[];
  /** How far do words lead to the evidence, and what leads further? Absent where the task has no judgements. */
  readonly reasoning?: ReasoningNeed;
  /** What it shares with other collections, one entry per collection. */
  readonly leakage: readonly LeakageReport[];
  /** `r2med 0.2.0`. */
  readonly tool: string;
  readonly at: string;
}

/** Which task was audited. */
export interface AuditedTask {
  readonly name: string;
  readonly suite: string;
  readonly revision: string;
  readonly contentHash: string;
  readonly queries: number;
  readonly documents: number;
  readonly judgements: number;
  /** Queries with a reference answer. */
  readonly answers: number;
}

/** What can change a figure of a report. */
export interface AuditSettings {
  readonly seed: number;
  /** Analyzer of the token sets, as `analyze` names it. */
  readonly analyzer: string;
  readonly [name: string]: string | number | boolean | readonly string[];
}

/** `error`: scores are wrong or cannot be computed. `warning`: scores may mislead. `note`: worth a look. */
export type AuditSeverity = 'error' | 'warning' | 'note';

/** One question about the soundness of a task, and what was found. */
export interface AuditCheck {
  /** As `--fail-on` and `accept` name it: `repeated-texts`. */
  readonly name: string;
  /** For a heading: "Repeated texts". */
  readonly title: string;
  /** What is counted, and by which rule. */
  readonly definition: string;
  /** How bad it is if something is found. */
  readonly severity: AuditSeverity;
  /** How many were found, of how many that were looked at. */
  readonly found: number;
  readonly of: number;
  /** What is counted: documents, queries, judgements, pairs. */
  readonly unit: string;
  /** What to do about it, in a sentence; only where something was found. */
  readonly fix?: string;
  /** The first of what was found, in a stable order. */
  readonly examples: readonly AuditExample[];
  /** Why it could not be answered, as "the queries have no reference answers"; then `found` and `of` are 0. */
  readonly notApplicable?: string;
  /** What a test says that found nothing, as "Judgements are better than chance: p = 1e-4 by words". */
  readonly tested?: string;
}

/** One thing that was found: which query and documents, and the text that shows it. */
export interface AuditExample {
  readonly query?: string;
  readonly documents?: readonly string[];
  /** What is the matter, in a few words: "equal to d12", "Jaccard 0.93", "telephone". */
  readonly detail: string;
  /** A short piece of the text it is about. */
  readonly text?: string;
}

/** A figure over queries or pairs, with what it is made of. */
export interface AuditFigure {
  /** As scripts name it: `overlap.jaccard.query-relevant`. */
  readonly name: string;
  readonly title: string;
  /** Formula and rule, complete enough to compute it again. */
  readonly definition: string;
  /** `share` is from 0 to 1, `rank` counts from 1, `score` and `difference` are in the unit of the definition. */
  readonly unit: FigureUnit;
  /** Number of queries behind the mean. */
  readonly queries: number;
  readonly mean: number;
  /** 95 % bootstrap interval of the mean over queries. */
  readonly interval: readonly [number, number];
  readonly quartiles: readonly [number, number, number];
  /** Counts between edges; one edge more than counts. */
  readonly histogram: { readonly edges: readonly number[]; readonly counts: readonly number[] };
  /** Pairs behind the figure: the lowest, the highest, and some between. */
  readonly examples: readonly AuditPair[];
}

/** One query with one document, and the value of a figure for them. */
export interface AuditPair {
  readonly query: string;
  readonly document?: string;
  readonly value: number;
  /** What they share, such as terms; for reading. */
  readonly shared?: readonly string[];
}

/** How much of the way to the evidence is not in the words of the query. */
export interface ReasoningNeed {
  /** The one figure by which tasks are compared; null where no query has a relevant document in the corpus. */
  readonly headline: AuditFigure | null;
  /** Figures in groups of one question each. */
  readonly groups: readonly FigureGroup[];
  /** How strongly the score of each system depends on overlap. */
  readonly dependence: readonly ScoreDependence[];
  /** What could not be computed, and why. */
  readonly missing: readonly string[];
  /** What the headline and the dependence are made of: what comparing and pooling tasks needs. */
  readonly queries: readonly QueryNeed[];
}

/** One query with at least one relevant document, as the regression and the headline see it. */
export interface QueryNeed {
  readonly query: string;
  /** The headline of this query. */
  readonly need: number;
  /** Mean of the idf-weighted containment of the query in its relevant documents. */
  readonly overlap: number;
  readonly queryTokens: number;
  /** Mean over its relevant documents. */
  readonly documentTokens: number;
  readonly relevant: number;
}

/** Figures that answer one question: "Do query and evidence share words?", "Is it a matter of terminology?". */
export interface FigureGroup {
  readonly name: string;
  readonly question: string;
  /** What the figures say of this task, in a sentence. */
  readonly reading: string;
  readonly figures: readonly AuditFigure[];
}

/** How the score of a system over queries depends on the overlap of query and evidence. */
export interface ScoreDependence {
  readonly system: string;
  readonly measure: string;
  readonly queries: number;
  /** Spearman's correlation of score and overlap, with its bootstrap interval; null where one of the two never changes. */
  readonly correlation: { readonly value: number; readonly interval: readonly [number, number] } | null;
  /** Change of the score for one standard deviation more overlap, with lengths, number of relevant documents (and task) held fixed. */
  readonly slope: { readonly value: number; readonly interval: readonly [number, number] } | null;
  /** Mean score in each quarter of the queries by overlap, lowest overlap first. */
  readonly quarters: readonly {
    readonly overlap: number;
    readonly score: number;
    readonly queries: number;
  }[];
}

/** What the task shares with one other collection. */
export interface LeakageReport {
  /** The other collection, as the user named it. */
  readonly with: string;
  readonly texts: number;
  readonly parts: readonly LeakagePart[];
  readonly notes: readonly string[];
}

/** One side of the task against one side of the other collection, by one rule. */
export interface LeakagePart {
  /** `queries in documents`, `documents in documents`, `documents that hold queries`. */
  readonly name: string;
  readonly rule:
    | 'exact'
    | 'n-gram'
    | 'near-duplicate'
    | 'holds'
    | 'reworded'
    | 'vectors'
    | 'same-diagnosis'
    | 'same-case';
  readonly definition: string;
  readonly found: number;
  readonly of: number;
  readonly examples: readonly LeakedPair[];
}

/** A text of the task and the one of the other collection that it occurs in. */
export interface LeakedPair {
  readonly here: string;
  readonly there: string;
  /** Jaccard similarity, the share of n-grams that occur there, or the cosine. */
  readonly share: number;
  readonly text: string;
}

/** The worst first. */
export const SEVERITIES: readonly AuditSeverity[] = ['error', 'warning', 'note'];

/** What an audit found, the worst first, else in the order of the checks. */
export const findingsOf = ({ checks }: Pick<AuditReport, 'checks'>): readonly AuditCheck[] =>
  SEVERITIES.flatMap((severity) => checks.filter((check) => check.found > 0 && check.severity === severity));
