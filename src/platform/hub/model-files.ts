import { type FilePrecision, WorkError } from '../../core/index.js';

/** Which of a repository's ONNX files is wanted. */
export interface ModelChoice {
  /** Its path in the repository; without it the usual names are looked for. */
  readonly file?: string;
  /** Full precision by default. Half and 8-bit ones are found by the usual names, whatever `file` says. */
  readonly precision?: FilePrecision;
  /** Only what says how the model is used, as far as the repository has it: another program reads the weights. */
  readonly settingsOnly?: boolean;
}

/** The files a local ONNX model needs, as paths in its repository; of what is not there, the usual path. */
export interface ModelFiles {
  /** Settings, tokenizer, and what comes after the transformer. */
  readonly settings: readonly string[];
  /** Undefined where only settings are wanted. */
  readonly graph: string | undefined;
  /** Weights next to the graph that are named after it. */
  readonly weights: readonly string[];
  /** Those of the above that the repository does not have. */
  readonly absent: readonly string[];
}

/** Names of the files that say how a model is used; the last four are sentence-transformers'. */
const SETTINGS: ReadonlySet<string> = new Set([
  'config.json',
  'tokenizer.json',
  'tokenizer_config.json',
  'special_tokens_map.json',
  'modules.json',
  'sentence_bert_config.json',
  'config_sentence_transformers.json',
]);

/** Without these nothing can be made of the graph. */
const NEEDED = ['config.json', 'tokenizer.json'];

/** Names that exporters give their graphs, as `src/models/onnx` looks for them. */
const GRAPHS: Readonly<Record<FilePrecision, { readonly names: RegExp; readonly usual: string }>> = {
  fp32: { names: /^(encoder_)?model\.onnx$/, usual: 'onnx/model.onnx' },
  fp16: { names: /^(encoder_)?model_(fp16|float16)\.onnx$/, usual: 'onnx/model_fp16.onnx' },
  int8: {
    names: /^(encoder_)?model_(quantized|int8|uint8|q8|qu?int8_.*)\.onnx$/,
    usual: 'onnx/model_quantized.onnx',
  },
};

/** Chooses among the paths of a repository, or of a folder that holds a part of it. */
export const chooseModelFiles = (paths: readonly string[], choice: ModelChoice): ModelFiles => {
  if (choice.settingsOnly)
    return { settings: paths.filter(isSettings), graph: undefined, weights: [], absent: [] };
  const settings = paths.filter((path) => isSettings(path) || isDenseWeights(path, paths));
  const lacking = NEEDED.filter((name) => !settings.some((path) => nameOf(path) === name));
  const { path: graph, found } = graphAmong(paths, choice);
  return {
    settings: [...settings, ...lacking],
    graph,
    weights: paths.filter((path) => isWeightsOf(graph, path)),
    absent: [...lacking, ...(found ? [] : [graph])],
  };
};

/** `1_Pooling` and the like: the folders of sentence-transformers' modules, one level deep. */
const MODULE = /^\d+_\w+\//;

const isSettings = (path: string): boolean => SETTINGS.has(path.replace(MODULE, ''));

/** A linear layer after the transformer has weights of its own; the older file only where there is no newer one. */
const isDenseWeights = (path: string, paths: readonly string[]): boolean => {
  const [, folder, name] = /^(\d+_Dense)\/(model\.safetensors|pytorch_model\.bin)$/.exec(path) ?? [];
  return name === 'model.safetensors' || (!!name && !paths.includes(`${folder}/model.safetensors`));
};

/** `onnx/` first, then by name: the order in which a folder is searched when the model is opened. */
const graphAmong = (
  paths: readonly string[],
  { file, precision = 'fp32' }: ModelChoice,
): { readonly path: string; readonly found: boolean } => {
  if (file !== undefined && precision === 'fp32') return { path: file, found: paths.includes(file) };
  const { names, usual } = GRAPHS[precision];
  const path = ['onnx/', '']
    .flatMap((folder) => paths.filter((each) => folderOf(each) === folder).sort())
    .find((each) => names.test(nameOf(each)));
  return { path: path ?? usual, found: path !== undefined };
};

/** `model.onnx_data`, `model.onnx_data_1`, `model.onnx.data`. */
const isWeightsOf = (graph: string, path: string): boolean =>
  path.startsWith(graph) && /^[._]data\w*$/.test(path.slice(graph.length));

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** With its final slash; empty at the top. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Refuses a repository that lacks what was chosen, with the line that makes it. */
export const mustHave = (
  repository: string,
  { absent }: ModelFiles,
  paths: readonly string[],
  { file, precision = 'fp32' }: ModelChoice,
): void => {
  if (absent.length === 0) return;
  throw new WorkError(`${repository} has ${lack()}`, makeYourself(repository));

  function lack(): string {
    const [first] = absent;
    if (first === 'tokenizer.json') return `no tokenizer.json${instead(paths.filter(isOtherTokenizer))}`;
    if (first === 'config.json') return 'no config.json';
    const graphs = paths.filter((path) => path.endsWith('.onnx'));
    if (graphs.length === 0) return 'no ONNX file';
    const asked = precision === 'fp32' ? (file ?? 'onnx/model.onnx') : `ONNX file of precision ${precision}`;
    return `no ${asked}${instead(graphs)}`;
  }
};

/** The files of tokenizers that only Python can open. */
const isOtherTokenizer = (path: string): boolean =>
  /^([^/]*\.model|vocab\.(txt|json)|merges\.txt)$/.test(path);

const instead = (paths: readonly string[]): string => (paths.length > 0 ? `, but ${paths.join(', ')}` : '');

const makeYourself = (repository: string): string => {
  const folder = `${nameOf(repository)}-onnx`;
  return (
    `export it with its tokenizer, then name the folder:\n` +
    `    optimum-cli export onnx --model ${repository} ${folder}\n` +
    `    --model-folder ${folder}\n` +
    `  or run it in Python, if it embeds:\n` +
    `    pip install sentence-transformers\n` +
    `    --retriever ${repository} --python python3`
  );
};
