// @document
import { afterEach, describe, expect, it } from 'vitest';
import { readSelection } from '@/src/adapters/any-page/read/read-selection';

afterEach(() => {
  document.body.replaceChildren();
});

/** Selects the text of a new paragraph. */
function selectParagraph(text: string): void {
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  document.body.append(paragraph);
  document.getSelection()?.selectAllChildren(paragraph);
}

/** Focuses a new field and selects its second to fourth character. */
function selectInField(html: string): void {
  document.body.innerHTML = html;
  const field = document.body.firstElementChild as HTMLInputElement | HTMLTextAreaElement;
  field.value = 'a model';
  field.focus();
  field.setSelectionRange(2, 7);
}

it('is empty if nothing is selected', () => {
  document.getSelection()?.removeAllRanges();
  expect(readSelection(document)).toBe('');
});

it('is the selected text of the page', () => {
  selectParagraph('gpt-4o is hidden');
  expect(readSelection(document)).toBe('gpt-4o is hidden');
});

it.each(['<textarea></textarea>', '<input>', '<input type="search">'])(
  'is the selected part of a focused field: %s',
  (html) => {
    selectInField(html);
    expect(readSelection(document)).toBe('model');
  },
);

it('is never a part of a password', () => {
  selectInField('<input type="password">');
  expect(readSelection(document)).toBe('');
});

const KEY = `sk-${'a1B2'.repeat(10)}`;

it('has no key, although only a piece of it is selected', () => {
  selectParagraph(`key ${KEY} of the page`);
  const text = document.querySelector('p')?.firstChild ?? expect.fail();
  document.getSelection()?.setBaseAndExtent(text, 12, text, 55);
  const quoted = readSelection(document);
  expect(quoted).toMatch(/removed/);
  expect(quoted).not.toContain(KEY.slice(8, 20));
});

it('has no piece of a key in a field, and nothing of a field whose label names a secret', () => {
  document.body.innerHTML = `<textarea>key ${KEY}</textarea><label>API secret <input value="hunter2hunter2"></label>`;
  const [area, input] = [document.querySelector('textarea'), document.querySelector('input')];
  area?.focus();
  area?.setSelectionRange(10, 20);
  expect(readSelection(document)).not.toContain(KEY.slice(8, 14));
  input?.focus();
  input?.setSelectionRange(0, 7);
  expect(readSelection(document)).toBe('');
});

it('is empty within an editor whose label names a secret', () => {
  document.body.innerHTML =
    '<div contenteditable="true" role="textbox" aria-label="API secret"><p>hunter2hunter2</p></div>';
  document.getSelection()?.selectAllChildren(document.querySelector('p') ?? expect.fail());
  expect(readSelection(document)).toBe('');
});

it('leaves out what is hidden or invisible, breaks lines between blocks, and has only the selected part', () => {
  document.body.innerHTML =
    '<main><p>one two</p><p hidden>do as I say</p><p>three<span aria-hidden="true">hidden</span> fo\u200bur</p><p>five</p></main>';
  const [first, , third] = document.querySelectorAll('p');
  const end = third?.lastChild ?? expect.fail();
  document.getSelection()?.setBaseAndExtent(first?.firstChild ?? expect.fail(), 4, end, 6);
  expect(readSelection(document)).toBe('two\nthree four');
});

it('has the text of a component whose host is selected', () => {
  document.body.innerHTML = '<p>before <span></span> after</p>';
  const host = document.querySelector('span') ?? expect.fail();
  host.attachShadow({ mode: 'open' }).innerHTML = '<i>inside</i>';
  document.getSelection()?.selectAllChildren(document.querySelector('p') ?? expect.fail());
  expect(readSelection(document)).toBe('before inside after');
});

describe('a key that elements divide', () => {
  const HALVES = [KEY.slice(0, 5), KEY.slice(5, 20), KEY.slice(20)];

  it.each([
    `<p>key ${HALVES.join('<wbr>')} end</p>`,
    `<p>key <b>${HALVES[0]}</b><i>${HALVES[1]}</i><span><u>${HALVES[2]}</u></span> end</p>`,
    `<p>key <span>${HALVES[0]}<b><i>${HALVES[1]}</i></b></span><!-- -->${HALVES[2]} end</p>`,
    `<p><button>key <b>${HALVES[0]}</b>${HALVES[1]}<b>${HALVES[2]}</b> end</button></p>`,
    `<pre>key <b>${HALVES[0]}</b>${HALVES[1]}<b>${HALVES[2]}</b> end</pre>`,
    `<table><tr><td>key <b>${HALVES[0]}</b>${HALVES[1]}<b>${HALVES[2]}</b> end</td></tr></table>`,
    `<p>key ${HALVES[0]}<span hidden>x</span>${HALVES[1]}​<b aria-hidden="true">y</b>${HALVES[2]} end</p>`,
  ])('is removed from every part of %s', (html) => {
    document.body.innerHTML = html;
    const texts: Text[] = [];
    const nodes = document.createNodeIterator(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) texts.push(node as Text);
    const places = texts.flatMap((text) =>
      [0, 2, text.length - 2, text.length]
        .filter((offset) => offset >= 0 && offset <= text.length)
        .map((offset): [Text, number] => [text, offset]),
    );
    const quoted = places.flatMap((from, index) =>
      places.slice(index + 1).map((to) => {
        document.getSelection()?.setBaseAndExtent(...from, ...to);
        return readSelection(document);
      }),
    );
    expect(quoted.filter((text) => /a1B|B2a/.test(text))).toEqual([]);
    expect(quoted).toContain('key [key removed] end');
    expect(quoted).toContain('[key removed]');
  });
});

it('has only lines of the selection, although keys are found in the whole lines', () => {
  document.body.innerHTML = '<main>zero <p>one two</p><p>three</p><p>four five</p> six</main>';
  const [first, , last] = document.querySelectorAll('p');
  const [from, to] = [first?.firstChild ?? expect.fail(), last?.firstChild ?? expect.fail()];
  document.getSelection()?.setBaseAndExtent(from, 4, to, 4);
  expect(readSelection(document)).toBe('two\nthree\nfour');
});

it.each(['pre', 'pre-wrap', 'pre-line', 'break-spaces'])(
  'keeps the line breaks of a text with white-space: %s',
  (whiteSpace) => {
    document.body.innerHTML = `<div style="white-space: ${whiteSpace}">if x:\n  y\n\nelse:\n  z</div><p>a\n  b</p>`;
    document.getSelection()?.selectAllChildren(document.body);
    expect(readSelection(document)).toBe('if x:\n  y\n\nelse:\n  z\na b');
  },
);

it('keeps the line breaks between the elements of highlighted code, and those of a text area', () => {
  document.body.innerHTML = '<pre><span>one</span>\n<span>two</span>\n</pre><textarea></textarea>';
  for (const span of document.querySelectorAll('span')) span.style.whiteSpace = 'pre';
  document.getSelection()?.selectAllChildren(document.body);
  expect(readSelection(document)).toBe('one\ntwo');
  const area = document.querySelector('textarea') ?? expect.fail();
  area.value = 'one\n  two\nthree';
  area.focus();
  area.setSelectionRange(0, 9);
  expect(readSelection(document)).toBe('one\n  two');
});

describe('a selection in a frame', () => {
  function addFrame(): { frame: HTMLIFrameElement; inner: Document } {
    document.body.innerHTML = '<p>outer</p><div><iframe></iframe></div>';
    document.getSelection()?.removeAllRanges();
    const frame = document.querySelector('iframe') ?? expect.fail();
    const inner = frame.contentDocument ?? expect.fail();
    inner.body.innerHTML = '<p>inner <b>words</b></p><input value="a model">';
    return { frame, inner };
  }

  it('is read', () => {
    const { inner } = addFrame();
    inner.getSelection()?.selectAllChildren(inner.querySelector('p') ?? expect.fail());
    expect(readSelection(document)).toBe('inner words');
  });

  it('is read in its fields', () => {
    const { frame, inner } = addFrame();
    frame.focus();
    inner.querySelector('input')?.focus();
    inner.querySelector('input')?.setSelectionRange(2, 7);
    expect(readSelection(document)).toBe('model');
  });

  it('comes after one outside of it, but for the frame that has the focus', () => {
    const { frame, inner } = addFrame();
    inner.getSelection()?.selectAllChildren(inner.querySelector('p') ?? expect.fail());
    document.getSelection()?.selectAllChildren(document.querySelector('p') ?? expect.fail());
    expect(readSelection(document)).toBe('outer');
    frame.focus();
    expect(readSelection(document)).toBe('inner words');
  });

  it('is not read in a hidden one', () => {
    const { frame, inner } = addFrame();
    inner.getSelection()?.selectAllChildren(inner.querySelector('p') ?? expect.fail());
    frame.parentElement?.setAttribute('hidden', '');
    expect(readSelection(document)).toBe('');
  });
});
