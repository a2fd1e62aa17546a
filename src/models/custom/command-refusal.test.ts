import { describe, expect, it } from 'vitest';
import { failing, LENGTHS, ownCommands } from '../../../test/support/own-command.js';
import { InputError, WorkError } from '../../core/index.js';

const { program, opened } = ownCommands();

describe('a command that cannot work', () => {
  it.each([
    [
      'a program that is not there',
      'no-such-program-here x',
      'the program "no-such-program-here" cannot be started (ENOENT)',
    ],
    ['a variable before the program', 'CUDA_VISIBLE_DEVICES=0 python3', 'Fix: env CUDA_VISIBLE_DEVICES=0'],
    [
      'an argument with a null byte',
      `'${process.execPath}' "a\u0000b"`,
      'cannot be started (ERR_INVALID_ARG_VALUE)',
    ],
    ['a pipe', 'cat x | python3 y', 'no shell reads the command'],
  ])('%s is bad input', async (_, command, message) => {
    const error = await failing(opened(command));
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toContain(message);
  });

  it.each([
    ['its vector is a number', 'say({ id, vectors: [1] })', 'a vector that is 1'],
    [
      'its vector has another size than its hello',
      'say({ r2med: 1, dimensions: 3 }); say({ id, vectors: [[1, 2]] })',
      '2 numbers where others have 3',
    ],
    ['it gives two vectors for a text', 'say({ id, vectors: [[1], [2]] })', '2 vectors for 1 text'],
    ['its answer is cut', `say('{"id": 1, "vect')`, 'its answer is not JSON'],
    ['it speaks another version', 'say({ r2med: 2 })', 'its hello does not fit: "r2med"'],
    ['its hello is odd', 'say({ r2med: 1, batchSize: 0 })', 'its hello does not fit: "batchSize"'],
  ])('%s: bad input, with the line to try by hand', async (_, body, message) => {
    const error = await failing(opened(program(`${body};`)));
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toContain(message);
    expect(error.message).toContain('{"r2med":1,"id":1,"kind":"dense","role":"document","texts":["fever"]}');
  });

  it('that dies at once fails with its last words', async () => {
    const error = await failing(
      opened(program('', `console.error("ModuleNotFoundError: No module named 'torch'"); process.exit(1);`)),
    );
    expect(error).toBeInstanceOf(WorkError);
    expect(error.message).toContain("exited with code 1: ModuleNotFoundError: No module named 'torch'");
  });

  it('settings that are no counts are refused', async () => {
    expect((await failing(opened(program(LENGTHS), { inFlight: 0 }))).message).toContain('inFlight 0');
    expect((await failing(opened(program(LENGTHS), { batchSize: 0.5 }))).message).toContain('batchSize 0.5');
  });
});
