/** Where a published row is printed. */
export interface PublishedOrigin {
  /** `r2med-repo`, `r2med-site`, `mteb`, `hakari`, or the short name of a paper. */
  readonly source: string;
  /** The project or the title of the paper. */
  readonly title: string;
  readonly url?: string | undefined;
  readonly repository?: string | undefined;
  readonly revision?: string | undefined;
  readonly path?: string | undefined;
  readonly table?: string | undefined;
  readonly line?: number;
  /** A day or a month, where it is known. */
  readonly date?: string;
}

/** What the registries know of a model, or of the models of a system. */
export interface ModelFacts {
  /** Of the largest one. */
  readonly parameters?: number;
  /** Of the retriever's vectors. */
  readonly dimensions?: number;
  /** Whether the weights of all its models can be had; absent where one is not known. */
  readonly openWeights?: boolean;
  /** Of its models, as far as the registries know them. */
  readonly licences?: readonly string[];
  /** Datasets that its models are known to be trained on. */
  readonly trainedOn?: readonly string[];
}

/** A published result, listed once however many sources print it. */
export interface PublishedEntry extends ModelFacts {
  /** Unique: `r2med-repo/bge`. */
  readonly id: string;
  readonly suite: string;
  /** What a reader calls it; for rows that run here the text of the system. */
  readonly name: string;
  /** The system that runs it here, where one is known. */
  readonly system?: string;
  readonly kind: 'retriever' | 'gar' | 'reranker';
  readonly retriever: string;
  readonly method?: string;
  readonly llm?: string;
  readonly reranker?: string;
  /** Hits that were reranked. */
  readonly depth?: number;
  readonly modelRevision?: string;
  readonly origin: PublishedOrigin;
  /** Other places that print the same figures. */
  readonly repeatedIn: readonly PublishedOrigin[];
  /** How it was run, as far as the source says. Rows of different protocols are different settings. */
  readonly protocol: string;
  readonly caveats: readonly string[];
  /** How the figures were read, where it was not from a result file. */
  readonly howRead?: string;
  readonly status: 'current' | 'removed-upstream';
  /** The entry of the same system that has other figures. */
  readonly differsFrom?: string;
  /** When it was first published, where that is known; `origin` has the date of the version that was read. */
  readonly date?: string;
  readonly usesGeneratedText: boolean;
  /** Task → measure → score on the scale from 0 to 1. */
  readonly scores: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The mean that the source prints, and the tasks it is over. */
  readonly printedMean?: {
    readonly measure: string;
    readonly value: number;
    readonly tasks: readonly string[];
  };
}
