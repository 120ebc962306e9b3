import { describe, expect, it } from 'vitest';
import { definitionTexts } from '@/scripts/mutation/ignore-definition-texts.mjs';

const text = { type: 'StringLiteral' };
const property = (name: string) => ({ type: 'ObjectProperty', key: { type: 'Identifier', name } });
const call = (name: string) => ({
  type: 'CallExpression',
  callee: { type: 'MemberExpression', property: { type: 'Identifier', name } },
});

describe('the excluded mutants', () => {
  it.each([
    ['a description', { node: text, parent: property('description'), key: 'value' }, true],
    ['a parameter’s text', { node: text, parent: call('describe'), listKey: 'arguments', key: 0 }, true],
    [
      'a text in pieces',
      {
        node: { type: 'BinaryExpression', operator: '+', left: text, right: { type: 'TemplateLiteral' } },
        parent: property('description'),
        key: 'value',
      },
      true,
    ],
    ['another property', { node: text, parent: property('name'), key: 'value' }, false],
    [
      'a computed description',
      { node: { type: 'CallExpression' }, parent: property('description'), key: 'value' },
      false,
    ],
    [
      'another call’s argument',
      { node: text, parent: call('startsWith'), listKey: 'arguments', key: 0 },
      false,
    ],
    ['a lone text', { node: text, parent: { type: 'ReturnStatement' }, key: 'argument' }, false],
  ])('%s: %s', (_, path, isLeftOut) => {
    expect(definitionTexts.shouldIgnore(path) !== undefined).toBe(isLeftOut);
  });
});
