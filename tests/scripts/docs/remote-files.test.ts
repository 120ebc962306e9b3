import { expect, it } from 'vitest';
import { findRemoteFiles } from '@/scripts/docs/remote-files';

it.each([
  '<script async src="https://a.example/b.js">',
  '<link rel="preload" href="//a.example/b.woff2">',
  '<img alt="" src="http://a.example/b.png">',
  'url(https://a.example/b.woff2)',
  '@import "https://a.example/b.css";',
])('finds %s', (text) => {
  expect(findRemoteFiles(`a ${text} b`)).toEqual([text]);
});

it.each([
  '<a href="https://a.example/">',
  '<script src="/assets/a.js">',
  `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'")`,
])('lets %s pass', (text) => {
  expect(findRemoteFiles(text)).toEqual([]);
});
