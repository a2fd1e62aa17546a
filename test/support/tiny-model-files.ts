import type { ServedFile } from './hub-server.js';

export const MODEL = 'Tests/Tiny-Model';
export const COMMIT = 'abcdef0123456789abcdef0123456789abcdef01';

/** How an ONNX file says that a tensor's values stand in another file. */
export const location = (name: string): string =>
  `\x0a\x08location\x12${String.fromCharCode(name.length)}${name}`;

/** What a model repository holds: what a local model needs, and much that it does not. */
export const MODEL_FILES: Readonly<Record<string, ServedFile>> = {
  '.gitattributes': { content: '*.onnx filter=lfs\n' },
  'README.md': { content: 'A small model.\n' },
  '1_Pooling/config.json': { content: '{"pooling_mode_cls_token": true}' },
  '2_Dense/config.json': { content: '{"in_features": 2}' },
  '2_Dense/model.safetensors': { content: 'weights of a layer', lfs: true },
  '2_Dense/pytorch_model.bin': { content: 'the same weights', lfs: true },
  'config.json': { content: '{"model_type": "bert"}' },
  'config_sentence_transformers.json': { content: '{"prompts": {}}' },
  'model.safetensors': { content: 'weights that the graph has too', lfs: true },
  'modules.json': { content: '[]' },
  'onnx/config.json': { content: '{}' },
  'onnx/model.onnx': { content: 'a graph of full precision', lfs: true },
  'onnx/model_fp16.onnx': { content: 'a graph of half precision', lfs: true },
  'onnx/model_int8.onnx': { content: 'a graph of 8 bits', lfs: true },
  'onnx/model_quantized.onnx': { content: 'another graph of 8 bits', lfs: true },
  'sentence_bert_config.json': { content: '{"max_seq_length": 512}' },
  'special_tokens_map.json': { content: '{"pad_token": "[PAD]"}' },
  'tokenizer.json': { content: '{"version": "1.0"}', lfs: true },
  'tokenizer_config.json': { content: '{}' },
  'vocab.txt': { content: '[PAD]\n' },
};

/** Those of them that a local model needs, as they are listed. */
export const NEEDED = [
  '1_Pooling/config.json',
  '2_Dense/config.json',
  '2_Dense/model.safetensors',
  'config.json',
  'config_sentence_transformers.json',
  'modules.json',
  'sentence_bert_config.json',
  'special_tokens_map.json',
  'tokenizer.json',
  'tokenizer_config.json',
  'onnx/model.onnx',
];

/** All that a model must have. */
export const SMALLEST = {
  'config.json': MODEL_FILES['config.json']!,
  'tokenizer.json': MODEL_FILES['tokenizer.json']!,
  'model.onnx': { content: 'a graph at the top', lfs: true },
};
