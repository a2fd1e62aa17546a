import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../test/support/command.js';
import { testTools } from '../../../test/support/tools.js';
import { personalDataFinder } from '../../benchmarks/personal-data/index.js';
import { openEntityFinder } from './open-entity-finder.js';

const MODEL = fileURLToPath(new URL('../../../test/golden/ner/', import.meta.url));
const tools = testTools();

const open = async (name: string) => {
  const ensureModel = async () => MODEL;
  const finder = await openEntityFinder(name, { env: {}, tools, ensureModel });
  onTestFinished(() => finder.close());
  return finder;
};

/** A program that answers every text with what `entities` gives for it, as the source of a function. */
const program = (entities: string): string => {
  const file = join(temporaryFolder(), 'ner.mjs');
  writeFileSync(
    file,
    `import { createInterface } from 'node:readline';
const of = ${entities};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, texts } = JSON.parse(line);
  console.log(JSON.stringify({ id, entities: texts.map(of) }));
}`,
  );
  return `command:${process.execPath} ${file}`;
};

const server = async (answer: (texts: readonly string[]) => unknown): Promise<string> => {
  const made = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    response.end(JSON.stringify(answer((JSON.parse(body) as { texts: string[] }).texts)));
  });
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void made.close());
  return `served:http://127.0.0.1:${(made.address() as AddressInfo).port}/ner`;
};

const PERSON = `(text) => text.includes('Ada') ? [{ start: [...text.slice(0, text.indexOf('Ada'))].length, end: [...text.slice(0, text.indexOf('Ada'))].length + 3, label: 'PER' }] : []`;

describe('an ONNX token classifier', () => {
  const found = async (text: string) =>
    (await (await open(`onnx:${MODEL}`)).find([text], tools))[0]!.map(
      ({ start, end, label }) => `${label} ${text.slice(start, end)}`,
    );

  it('joins the tags of words to entities with offsets', async () => {
    expect(await found('😷 Amara Okoye, of Leiden; Kofi wrote. The Quito fever.')).toEqual([
      'PER Amara Okoye',
      'LOC Leiden',
      'PER Kofi',
      'LOC Quito',
    ]);
  });

  it('reads a text beyond its limit in windows, and finds every name once', async () => {
    const text = 'it hurt, Ines Roy said; '.repeat(40);
    expect(await found(text)).toEqual(new Array(40).fill('PER Ines Roy'));
    expect(await found('a'.repeat(500))).toEqual([]);
    expect(await found('')).toEqual([]);
  });

  it('refuses a model that is no token classifier', async () => {
    const bert = fileURLToPath(new URL('../../../test/golden/onnx/bert-pair/', import.meta.url));
    await expect(open(`onnx:${bert}`)).rejects.toThrow('id2label');
    await expect(open('ner')).rejects.toThrow('--ner ner');
  });
});

describe('a command', () => {
  it('counts characters as Python does', async () => {
    const [[entity] = []] = await (await open(program(PERSON))).find(['😷😷 Ada'], tools);
    expect(entity).toEqual({ start: 5, end: 8, label: 'PER' });
  });

  it.each([
    ['(text) => [{ start: 0, end: 99, label: "PER" }]', 'of 5 characters'],
    ['(text) => [{ start: 2, end: 2, label: "PER" }]', 'from 2 to 2'],
    ['(text) => [{ start: 0, end: 2 }]', 'expected { start, end, label }'],
    ['(text) => [{ start: 0, end: 2, label: "PER", text: "xx" }]', 'but the text has'],
    ['(text) => null', 'not an array'],
  ])('that answers %s is an error', async (entities, reason) => {
    await expect(open(program(entities))).rejects.toThrow(reason);
  });

  it('that fails on a later text is an error, and not a text without names', async () => {
    const finder = await open(
      program(`(text) => text === 'fever' ? [] : [{ start: -1, end: 2, label: 'PER' }]`),
    );
    await expect(finder.find(['fever', 'cough'], tools)).rejects.toThrow(
      'not known whether it names a person',
    );
  });
});

describe('a server', () => {
  it('is asked for texts', async () => {
    const finder = await open(
      await server((texts) => ({
        name: 'mine',
        entities: texts.map(() => [{ start: 0, end: 1, entity_group: 'LOC' }]),
      })),
    );
    expect(finder.name).toBe('mine');
    expect(await finder.find(['ab'], tools)).toEqual([[{ start: 0, end: 1, label: 'LOC' }]]);
  });

  it('that answers too little, or nonsense later, is an error', async () => {
    await expect(open(await server(() => ({ entities: [] })))).rejects.toThrow(
      '0 lists of entities for 1 texts',
    );
    const later = await open(
      await server((texts) => ({ entities: texts.map((text) => (text === 'fever' ? [] : 7)) })),
    );
    await expect(later.find(['cough'], tools)).rejects.toThrow('not known whether it names a person');
  });
});

describe('rules and model together', () => {
  it('keep what the rules found, add the rest of an entity, and name labels that are left out', async () => {
    const notes: string[] = [];
    const ner = await open(`onnx:${MODEL}`);
    const findAll = personalDataFinder(ner, { ...tools, note: (line) => void notes.push(line) });
    const [found = []] = await findAll(['Dr. Amara Okoye of Novalis came from Gdansk on 3 June 2019.']);
    const words = found.map(({ kind, text }) => `${kind} ${text}`);
    expect(words.join('; ')).toMatch(/name .*Okoye/);
    expect(words).toContain('place Gdansk');
    expect(words).toContain('date 3 June 2019');
    expect(notes).toEqual([expect.stringContaining('ORG')]);
    for (const [i, { start }] of found.slice(1).entries())
      expect(start).toBeGreaterThanOrEqual(found[i]!.end);
  });

  it('let countries and states pass, as the rules do', async () => {
    const places = `(text) => ['Kenya', 'Texas', 'Kisumu'].flatMap((label) => {
      const start = text.indexOf(label);
      return start < 0 ? [] : [{ start, end: start + label.length, label: 'GPE' }];
    })`;
    const findAll = personalDataFinder(await open(program(places)), tools);
    const [found = []] = await findAll(['Fever after weeks in Kisumu, Kenya, and none in Texas.']);
    expect(found.map(({ kind, text }) => `${kind} ${text}`)).toEqual(['place Kisumu']);
  });

  it('find more than the rules in sentences that no rule was written from', async () => {
    const sentences = [
      ['When Kofi came back from Accra the cough was gone.', ['Kofi', 'Accra']],
      ['The swelling, Ines Barra wrote, began in Quito.', ['Ines Barra', 'Quito']],
      ['It was Tomasz who drove her to Leiden that night.', ['Tomasz', 'Leiden']],
      ['Gout is common; the serum urate was raised.', []],
    ] as const;
    const texts = sentences.map(([text]) => text);
    const count = async (findAll: ReturnType<typeof personalDataFinder>) => {
      const found = await findAll(texts);
      return sentences.map(
        ([, names], i) => names.filter((name) => found[i]!.some(({ text }) => text === name)).length,
      );
    };
    const rules = await count(personalDataFinder(undefined, tools));
    const both = await count(personalDataFinder(await open(`onnx:${MODEL}`), tools));
    expect(both).toEqual([2, 2, 2, 0]);
    expect(rules.reduce((sum, each) => sum + each, 0)).toBeLessThan(6);
    expect((await personalDataFinder(await open(`onnx:${MODEL}`), tools)([texts[3]!]))[0]).toEqual([]);
  });
});
