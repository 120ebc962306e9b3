import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import Markdown from 'react-markdown';
import { expect, it } from 'vitest';
import { createOpenAIService } from '@/src/background/endpoint/openai-service';
import { PANEL_MARKDOWN } from './markdown-cases';
import { tryWire } from './try-wire';

const options = { runs: 500, seed: 6 };

it('reports a renderer without Steward’s links and images', async () => {
  const render = (text: string) => renderToStaticMarkup(createElement(Markdown, null, text));
  const { failures } = await tryWire(options, { createService: createOpenAIService, render });
  const found = failures.map(({ message }) => message).join('\n');
  expect(found).toContain('there is an element <img>');
  expect(found).toContain('there is an element <a>');
});

it('reports a fetch that follows redirects', async () => {
  const { failures } = await tryWire(options, {
    ...PANEL_MARKDOWN,
    createService: (deps) =>
      createOpenAIService({
        ...deps,
        async fetch(input, init) {
          const response = await deps.fetch(input, init);
          const location = response.headers.get('location');
          return location?.startsWith('http') ? deps.fetch(location, init) : response;
        },
      }),
  });
  expect(failures.map(({ message }) => message).join('\n')).toContain(
    'a request went to http://leak.example',
  );
});
