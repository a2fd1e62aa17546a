import { expect, it } from 'vitest';
import { calledAs, commandLine, givenAgain } from './command-line.js';

it('is what to type again: in a clone, in a project, and where the program is installed', () => {
  expect(calledAs('/clone/bin/r2med.js', '/clone')).toBe('node bin/r2med.js');
  expect(calledAs('C:\\clone\\bin\\r2med.js', 'C:\\clone')).toBe('node bin/r2med.js');
  expect(calledAs('/clone/bin/r2med.js', '/elsewhere')).toBe('r2med');
  expect(calledAs('/a b/bin/r2med.js', '/')).toBe('r2med');
  expect(calledAs('/project/node_modules/.bin/r2med', '/project')).toBe('npx r2med');
  expect(calledAs('/home/.npm/_npx/1/node_modules/r2med/bin/r2med.js', '/project')).toBe('npx r2med');
  expect(calledAs('/usr/bin/r2med', '/project')).toBe('r2med');
  expect(calledAs('', '/project')).toBe('r2med');
});

it('is quoted where a shell would take it for something else', () => {
  expect(commandLine('run', '--system', 'bm25 > lsa', '--data', "it's")).toBe(
    "r2med run --system 'bm25 > lsa' --data 'it'\\''s'",
  );
});

it('has a flag of the command at work again', () => {
  const argv = ['node', 'r2med', 'run', '--engine', 'a', '--engine=opensearch:http://x', '--quiet'];
  expect(givenAgain('--engine', argv)).toEqual(['--engine', 'opensearch:http://x']);
  expect(givenAgain('--engine', argv.slice(0, 5))).toEqual(['--engine', 'a']);
  expect(givenAgain('--engine', argv.slice(0, 4))).toEqual([]);
  expect(givenAgain('--shard', argv)).toEqual([]);
});
