import { describe, expect, it } from 'vitest';
import { embedded } from '../../../test/support/embedded.js';
import {
  failing,
  good,
  handAlarm,
  hearing,
  LENGTHS,
  ownCommands,
} from '../../../test/support/own-command.js';
import { testTools } from '../../../test/support/tools.js';
import { openCommand } from './command.js';

const { program, opened, folder } = ownCommands();

describe('a command that ends too early', () => {
  it('fails every text it leaves, with its last words', async () => {
    const model = await opened(
      program(
        `if (texts.includes('bad')) { console.error('Traceback\\nMemoryError'); process.exit(3); } ${LENGTHS}`,
      ),
      { batchSize: 1, inFlight: 1 },
    );
    const reason = 'the command exited with code 3: Traceback | MemoryError';
    expect(await embedded(model, ['dddd', 'bad', 'c', 'b'])).toEqual([good(4), reason, reason, reason]);
    expect(await embedded(model, ['again'])).toEqual([reason]);
  });

  it('after its answers loses none of them', async () => {
    const model = await opened(
      program(`${LENGTHS} if (id > 1) process.stdout.write('', () => process.exit(0));`),
    );
    expect(await embedded(model, ['a', 'bb'])).toEqual([good(1), good(2)]);
  });

  it('by a signal says so', async () => {
    const model = await opened(program(`if (id > 1) process.kill(process.pid, 'SIGKILL'); else ${LENGTHS}`));
    expect(await embedded(model, ['a'])).toEqual(['the command was ended by SIGKILL']);
  });

  it('by closing its input is no crash of ours', async () => {
    const model = await opened(program(`${LENGTHS} process.stdin.destroy();`));
    expect(await embedded(model, Array<string>(5).fill('x'.repeat(200_000)))).toEqual(
      Array(5).fill('the command exited with code 0'),
    );
  });
});

describe('a command that is silent', () => {
  it('is ended, and its texts fail', async () => {
    const { alarm, ring, set } = handAlarm();
    const model = await opened(program(`if (id === 1) ${LENGTHS}`), { alarm, timeout: 90_000, batchSize: 1 });
    expect(set.size).toBe(0); // nothing is owed, so nothing is watched
    const work = embedded(model, ['a', 'b', 'c']);
    await ring(90_000);
    expect(await work).toEqual(Array(3).fill('the command gave no answer for 1 min 30 s and was ended'));
    await model.close();
  });

  it('is not saved by lines that are no answers', async () => {
    const { alarm, ring } = handAlarm();
    const { heard, note } = hearing();
    const model = await opened(
      program(`if (id === 1) ${LENGTHS} else say({ id: id + 100, vectors: [[1, 1]] });`),
      { alarm, note, timeout: 5 },
    );
    const work = embedded(model, ['a']);
    expect(await heard).toBe('not an answer: an answer to request 102, which is not pending');
    await ring(5);
    expect(await work).toEqual(['the command gave no answer for 5 ms and was ended']);
  });

  it('from the beginning cannot be opened', async () => {
    const { alarm, ring } = handAlarm();
    const work = opened(program(''), { alarm, timeout: 1000 });
    await ring(1000);
    expect((await failing(work)).message).toContain('gave no answer for 1.0 s');
  });

  it('but chatters without end is ended too', async () => {
    const model = await opened(
      program(`if (id === 1) ${LENGTHS} else for (let i = 0; i < 10000; i++) say('y');`),
    );
    expect(await embedded(model, ['a'])).toEqual([
      'the command printed 10000 lines that are not answers and was ended',
    ]);
  });
});

describe('the end', () => {
  it('comes when its input ends, and again is nothing', async () => {
    const notes: string[] = [];
    const model = await opened(program(LENGTHS, `process.stdin.on('end', () => console.error('bye'));`), {
      note: (line) => notes.push(line),
    });
    await model.close();
    await model.close();
    expect(notes).toEqual([expect.stringContaining('bye')]);
    expect(await embedded(model, ['a'])).toEqual(['the command was closed']);
  });

  it('is brought about where a command stays: asked first, then killed', async () => {
    const { alarm, ring } = handAlarm();
    const { heard, note } = hearing('I stay');
    const stay = `setInterval(() => {}, 2 ** 30); process.on('SIGTERM', () => console.error('I stay'));`;
    const model = await opened(program(LENGTHS, stay), { alarm, note });
    const closed = model.close();
    await ring(10_000);
    expect(await heard).toContain('I stay');
    await ring(10_000);
    await closed;
  });

  it('of a command whose own child holds its pipes is still noticed', async () => {
    const { alarm, ring } = handAlarm();
    const { heard, note } = hearing();
    const model = await opened(
      program(
        `if (id === 1) ${LENGTHS} else process.exit(4);`,
        `const { spawn } = await import('node:child_process');
         const stdio = ['ignore', 'inherit', 'inherit'];
         console.error(spawn(process.execPath, ['-e', 'setInterval(() => {}, 2 ** 30)'], { stdio }).pid);`,
      ),
      { alarm, note },
    );
    const pid = Number((await heard).split(' ').at(-1));
    try {
      const work = embedded(model, ['a']);
      await ring(10_000);
      expect(await work).toEqual([`the command exited with code 4: ${pid}`]);
    } finally {
      process.kill(pid, 'SIGKILL');
    }
  });

  it('by an abort while opening ends the command', async () => {
    const control = new AbortController();
    const work = openCommand(program('', `console.error('loading');`), {
      cwd: folder(),
      signal: control.signal,
      note: () => control.abort(new Error('stopped')),
    });
    await expect(work).rejects.toThrow('stopped');
    await expect(
      openCommand(program(''), { cwd: folder(), signal: AbortSignal.abort(new Error('before')) }),
    ).rejects.toThrow('before');
  });

  it('by an abort while embedding ends the wait, and what comes late harms nobody', async () => {
    const control = new AbortController();
    const model = await opened(
      program(`if (texts[0] === 'slow') console.error('busy'); else { ${LENGTHS} }`),
      { note: () => control.abort(new Error('stopped')) },
    );
    const tools = testTools({ signal: control.signal });
    await expect(embedded(model, ['slow'], { tools })).rejects.toThrow('stopped');
    expect(await embedded(model, ['a'])).toEqual([good(1)]);
  });
});
