import { describe, expect, it } from 'vitest';
import { nextPage, readModelList } from '@/src/core/llm/read-model-list';
import { MAX_LISTED_MODELS, MAX_MODEL_ID_LENGTH } from '@/src/schema/values/limits';

describe('a list of models', () => {
  it.each([
    ['keeps the order and drops duplicates', { data: [{ id: 'b' }, { id: 'a' }, { id: 'b' }] }, ['b', 'a']],
    ['may be a bare list', [{ id: 'b', context_length: 5 }, { id: 'a' }], ['b', 'a']],
    ['may be empty', { object: 'list', data: [] }, []],
    [
      'leaves out entries without an id, and keeps the others',
      {
        data: [null, { title: 'a' }, { id: '' }, { id: {} }, { id: 'b' }, ['c'], { id: 'd', owned_by: 5 }],
      },
      ['b', 'd'],
    ],
    ['may be null, which is empty', { data: null }, []],
    ['may have another name', { models: [{ id: 'a' }] }, ['a']],
    ['may be empty under another name', { models: [] }, []],
    ['may name its models', { data: [{ name: 'a' }, { id: 'b', name: 'B' }] }, ['a', 'b']],
    ['may number its models', { data: [{ id: 7 }, { name: 8 }] }, ['7', '8']],
    ['may have texts', { models: ['a', 'b'] }, ['a', 'b']],
    ['may have a remark', { detail: 'Sorted.', data: [{ id: 'a' }] }, ['a']],
    [
      'leaves out models that are marked as inactive',
      {
        data: [
          { id: 'a', active: false },
          { id: 'b', active: true },
          { id: 'c', status: 'inactive' },
          { id: 'd', state: 'not-loaded' },
          { id: 'e', disabled: true },
          { id: 'f', status: { value: 'unloaded' } },
        ],
      },
      ['b', 'd', 'f'],
    ],
    ['may have inactive models alone', { data: [{ id: 'a', enabled: false }] }, []],
    ['keeps ids apart that differ in invisible characters', ['a', 'a\u200b'], ['a', 'a\u200b']],
  ])('%s', (_, body, ids) => {
    expect(readModelList(body, 'models.example').map((model) => model.id)).toEqual(ids);
  });

  it('keeps the first models of a list that is too long', () => {
    const data = Array.from({ length: MAX_LISTED_MODELS + 5 }, (_, index) => ({ id: `m${index}` }));
    const models = readModelList({ data: [{ id: 'm0' }, null, ...data] }, 'models.example');
    expect(models).toHaveLength(MAX_LISTED_MODELS);
    expect(models.at(-1)?.id).toBe(`m${MAX_LISTED_MODELS - 1}`);
  });

  it('leaves out an id that is too long', () => {
    const ids = [
      '\u200b'.repeat(1_000_000),
      'a'.repeat(MAX_MODEL_ID_LENGTH + 1),
      'b'.repeat(MAX_MODEL_ID_LENGTH),
    ];
    const body = { data: ids.map((id) => ({ id, owned_by: id })) };
    expect(readModelList(body, 'models.example').map(({ id }) => id)).toEqual([
      'b'.repeat(MAX_MODEL_ID_LENGTH),
    ]);
  });

  it('contains a model’s owner if the endpoint reports it', () => {
    const body = {
      data: [
        { id: 'a', owned_by: 'maker' },
        { id: 'b', owned_by: null },
      ],
    };

    expect(readModelList(body, 'models.example').map((model) => model.ownedBy)).toEqual(['maker', null]);
  });

  it.each([
    ['not JSON', undefined],
    ['another object', { items: [] }],
    ['only models without an id', { data: [{ title: 'a' }, { id: {} }] }],
    ['an empty id', { data: [{ id: '' }] }],
  ])('is rejected: %s', (_, body) => {
    expect(() => readModelList(body, 'models.example')).toThrow(
      expect.objectContaining({ code: 'protocol', message: expect.stringContaining('models.example') }),
    );
  });
});

it.each([
  ['none of a list without another page', { data: [] }, 'b', null],
  ['none after no model', { has_more: true, data: [] }, undefined, null],
  ['after the last model', { has_more: true }, 'b', { after: 'b', after_id: 'b' }],
  ['the query of an address', { next: 'https://other.example/v1/models?page=2' }, 'b', { page: '2' }],
  ['a query of its own', { next: 'cursor=x' }, 'b', { cursor: 'x' }],
  ['the token of a page', { next_page_token: 'abc==' }, 'b', { page_token: 'abc==' }],
  ['the token of a page in camel case', { nextPageToken: 'abc' }, 'b', { pageToken: 'abc' }],
  ['a cursor beside the list', { pagination: { next_cursor: 'abc' } }, 'b', { cursor: 'abc' }],
  ['the query of a link', { links: { next: { href: '/v1/models?page=2' } } }, 'b', { page: '2' }],
  ['the query of OData’s address', { '@odata.nextLink': 'https://a.example/m?skip=5' }, 'b', { skip: '5' }],
  ['a number', { meta: { next_page: 3 } }, 'b', { page: '3' }],
  ['none after an empty token', { next_page_token: '', nextCursor: null }, 'b', null],
  ['none if its address has no query', { next: '/models/page/2' }, 'b', null],
  ['none if its address is too long', { next: 'a'.repeat(1_000_000) }, 'b', null],
])('the next page is %s', (_, body, last, query) => {
  expect(nextPage(body, last)).toEqual(query);
});
