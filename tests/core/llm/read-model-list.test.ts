import { describe, expect, it } from 'vitest';
import { MAX_LISTED_MODELS, readModelList } from '@/src/core/llm/read-model-list';
import { MAX_MODEL_ID_LENGTH } from '@/src/schema/values/limits';

describe('a list of models', () => {
  it.each([
    ['keeps the order and drops duplicates', { data: [{ id: 'b' }, { id: 'a' }, { id: 'b' }] }, ['b', 'a']],
    ['may be a bare list', [{ id: 'b', context_length: 5 }, { id: 'a' }], ['b', 'a']],
    ['may be empty', { object: 'list', data: [] }, []],
    [
      'leaves out entries without an id, and keeps the others',
      {
        data: [null, 'a', { name: 'a' }, { id: '' }, { id: 5 }, { id: 'b' }, ['c'], { id: 'd', owned_by: 5 }],
      },
      ['b', 'd'],
    ],
    ['may be null, which is empty', { data: null }, []],
  ])('%s', (_, body, ids) => {
    expect(readModelList(JSON.stringify(body), 'models.example').map((model) => model.id)).toEqual(ids);
  });

  it('keeps the first models of a list that is too long', () => {
    const data = Array.from({ length: MAX_LISTED_MODELS + 5 }, (_, index) => ({ id: `m${index}` }));
    const models = readModelList(JSON.stringify({ data: [{ id: 'm0' }, 'odd', ...data] }), 'models.example');
    expect(models).toHaveLength(MAX_LISTED_MODELS);
    expect(models.at(-1)?.id).toBe(`m${MAX_LISTED_MODELS - 1}`);
  });

  it('leaves out an id that is too long', () => {
    const ids = [
      '\u200b'.repeat(1_000_000),
      'a'.repeat(MAX_MODEL_ID_LENGTH + 1),
      'b'.repeat(MAX_MODEL_ID_LENGTH),
    ];
    const body = JSON.stringify({ data: ids.map((id) => ({ id, owned_by: id })) });
    expect(readModelList(body, 'models.example').map(({ id }) => id)).toEqual([
      'b'.repeat(MAX_MODEL_ID_LENGTH),
    ]);
  });

  it('contains a model’s owner if the endpoint reports it', () => {
    const body = JSON.stringify({
      data: [
        { id: 'a', owned_by: 'maker' },
        { id: 'b', owned_by: null },
      ],
    });

    expect(readModelList(body, 'models.example').map((model) => model.ownedBy)).toEqual(['maker', null]);
  });

  it.each([
    ['not JSON', '<html>'],
    ['nothing', ''],
    ['another object', '{"models":[]}'],
    ['only models without an id', '{"data":[{"name":"a"},{"id":5}]}'],
    ['an empty id', '{"data":[{"id":""}]}'],
    ['a list of texts', '["a","b"]'],
  ])('is rejected: %s', (_, body) => {
    expect(() => readModelList(body, 'models.example')).toThrow(
      expect.objectContaining({ code: 'protocol', message: expect.stringContaining('models.example') }),
    );
  });
});
