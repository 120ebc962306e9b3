import { type AdapterCase, manyNames, reply } from '@/tests/conformance/adapter-case';
import { doubleChannel } from '@/tests/fakes/new-api/double-channels';
import { servedOf } from '@/tests/fakes/new-api/served';
import { startNewApiDouble } from '@/tests/fakes/new-api/start-new-api-double';
import type { NewApiState } from './channels';

/** The request that the page's own dialog sends, with the page's own session. */
const SAVED = JSON.stringify({
  method: 'PUT',
  body: JSON.stringify({ id: 2, models: 'gpt-4o' }),
});

/** The fixture is a double of the server, since the adapter reads the state over the API. */
export const conformance: AdapterCase = {
  async open(entries) {
    const double = await startNewApiDouble();
    if (entries !== null) {
      double.channels = manyNames(entries).map((name, index) =>
        doubleChannel({ id: index + 1, name, type: 1, models: `gpt-4o,${name}` }),
      );
    }
    return {
      url: `${double.origin}/channels`,
      answer: null,
      key: double.session.accessToken,
      served: async () => servedOf(double.channels),
      close: double.close,
    };
  },
  states: (initial) => {
    const state = initial as NewApiState;
    const [first, second] = [state[1], state[2]];
    if (first === undefined || second === undefined) throw new Error('The double has channels 1 and 2.');
    return [
      { ...state, 1: { ...first, models: [...first.models, 'gpt-5'] } },
      {
        ...state,
        1: {
          ...first,
          mapping: '{"fast":"gpt-4o-mini"}',
          models: [...first.models, 'fast'],
          groups: ['vip'],
        },
        2: { ...second, on: false, ignored: ['gpt-4o'] },
      },
    ];
  },
  calls: [
    { tool: 'find_channels', args: { with_model: 'gpt-*' } },
    { tool: 'get_channel', args: { channel: 'gemini' } },
    { tool: 'find_models', args: { patterns: ['*claude*'] } },
    { tool: 'explain_model', args: { model: 'gpt-4o' } },
    { tool: 'compare_with_upstream', args: { channels: [1, 5] } },
    { tool: 'add_models', args: { with_model: 'gpt-4o', models: ['gpt-5'] } },
    { tool: 'remove_models', args: { channels: ['openai-main'], patterns: ['gpt-3.5*', 'constructor'] } },
    { tool: 'set_models', args: { channel: 2, models: ['gpt-4o', 'gpt-5'] } },
    { tool: 'set_mapping', args: { channel: 2, from: 'fast', to: 'gpt-4o' } },
    { tool: 'remove_mapping', args: { channel: 'anthropic-1', from: 'claude-latest' } },
    { tool: 'set_groups', args: { channels: [2], add: ['vip'] } },
    { tool: 'enable_channels', args: { channels: [4, 6] } },
    { tool: 'disable_channels', args: { tag: 'openai' } },
    { tool: 'ignore_upstream_models', args: { channel: 5, add: ['regex:^gemini-exp'] } },
  ],
  script: `askAsPage('/api/channel/', ${SAVED}).then(() => null)`,
  keepsUnsavedChanges: false,
  refusal: (message) => reply(200, { success: false, message }),
};
