import { findPanelFrame, MESSAGE_FIELD_ID, type PanelFrame } from '@/src/panel/kit/panel-frame';

/** Appends the elements of the panel's static HTML in which React renders, each slot empty. */
export function appendPanelFrame(place: HTMLElement): PanelFrame {
  const panel = place.appendChild(element('div', 'panel'));
  panel.append(slot('panel-top', 'slot'));
  const foot = panel.appendChild(element('footer', 'panel-foot'));
  foot.append(slot('foot-top', 'foot-cards'));
  const composer = foot.appendChild(element('div', 'composer'));
  const box = element('div', 'message-box');
  const message = box.appendChild(element('textarea', ''));
  message.id = MESSAGE_FIELD_ID;
  message.rows = 2;
  message.setAttribute('aria-label', 'Message');
  composer.append(slot('above-message', 'slot'), box, slot('below-message', 'slot'));
  return findPanelFrame(panel);
}

function slot(name: string, className: string): HTMLElement {
  const created = element('div', className);
  created.dataset.slot = name;
  return created;
}

function element<K extends keyof HTMLElementTagNameMap>(tag: K, className: string): HTMLElementTagNameMap[K] {
  const created = document.createElement(tag);
  if (className !== '') created.className = className;
  return created;
}
