import type { Json, JsonObject, Role } from '../../core/index.js';
import { TOKEN_BUDGET } from './batches.js';
import type { Reader } from './embed.js';
import { type Encode, type EncodePlan, encoder } from './encode.js';
import { type Layout, readLayout } from './layout.js';
import { openGraph } from './open-graph.js';
import { type Sources, tokenPlan } from './plan.js';
import type { Session } from './session.js';
import type { FileSettings, Folders, OnnxInput, TokenSettings } from './settings.js';
import { openTokenizer, type TextTokenizer } from './tokenizer.js';

/** A folder made ready: its session, its tokenizer and how texts of each role are put to it. */
export interface Model {
  readonly layout: Layout;
  readonly tokenizer: TextTokenizer;
  readonly session: Session;
  readonly encode: Readonly<Record<Role, Encode>>;
  /** Texts must go in one by one for their vectors not to depend on their neighbours. */
  readonly alone: boolean;
  /** Files, token rules and sources; a kind of embedder adds what it does with the output. */
  readonly spec: { readonly [key: string]: Json };
  readonly sources: Sources;
}

interface Models {
  for(role: Role): Model;
  /** How every kind of embedder puts texts to them. */
  readonly reader: Pick<Reader<unknown>, 'tokenBudget' | 'encode' | 'close'>;
  spec(of: (model: Model) => JsonObject): JsonObject;
}

type Settings = TokenSettings & FileSettings;

/** What a kind of embedder makes of the plan of a role: left-out prompts, markers, filling. */
export type Adapt = (plan: EncodePlan, role: Role, layout: Layout) => EncodePlan;

export const openModels = async (
  { folder, settings = {}, identity }: OnnxInput<Settings>,
  adapt: Adapt = (plan) => plan,
): Promise<Models> => {
  const open = (path: string): Promise<Model> => openModel(path, settings, identity, adapt);
  const folders: Exclude<Folders, string> =
    typeof folder === 'string' ? { query: folder, document: folder } : folder;
  const query = await open(folders.query);
  const document = folders.document === folders.query ? query : await open(folders.document);
  const ofRole = (role: Role): Model => (role === 'document' ? document : query);
  return {
    for: ofRole,
    reader: {
      tokenBudget: query.alone || document.alone ? 1 : (settings.tokenBudget ?? TOKEN_BUDGET),
      encode: (text, role) => ofRole(role).encode[role](text),
      close: async () => {
        await query.session.close();
        if (document !== query) await document.session.close();
      },
    },
    spec: (of) =>
      query === document ? of(query) : { encoders: { query: of(query), document: of(document) } },
  };
};

const openModel = async (
  folder: string,
  settings: Settings,
  identity: Json | undefined,
  adapt: Adapt,
): Promise<Model> => {
  const layout = readLayout(folder, settings.maxTokens === undefined);
  const { roles, paddingSide, sources } = tokenPlan(layout, settings);
  const tokenizer = await openTokenizer(layout);
  const adapted = Object.fromEntries(
    (Object.entries(roles) as [Role, EncodePlan][]).map(([role, plan]) => [role, adapt(plan, role, layout)]),
  ) as Record<Role, EncodePlan>;
  const encode = Object.fromEntries(
    Object.entries(adapted).map(([role, plan]) => [role, encoder(tokenizer, plan)]),
  ) as Record<Role, Encode>;
  const files = { ...settings, paddingSide, task: 'feature-extraction' } as const;
  const graph = await openGraph(layout, tokenizer, files, identity);
  return {
    layout,
    tokenizer,
    session: graph.session,
    encode,
    alone: graph.alone,
    sources: { file: graph.source, ...sources },
    spec: { ...graph.spec, tokens: adapted as unknown as Json },
  };
};
