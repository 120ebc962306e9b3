/**
 * The bar's style. `!important` in a shadow root's style sheet overrides the page's styles for the host. Colours follow
 * the panel's theme; the border is visible only in forced colours, where backgrounds are removed. The reason has a line
 * of its own, so that Stop doesn't move when it appears.
 */
export const LOCK_BAR_STYLE = `
:host{all:initial!important;position:fixed!important;inset:0 0 auto!important;z-index:2147483647!important;display:block!important}
div{display:flex;flex-wrap:wrap;gap:4px 12px;align-items:center;justify-content:center;padding:4px 12px;border-bottom:2px solid transparent;background:#0f5c5c;color:#fff;font:13px/1.45 system-ui,sans-serif;box-shadow:0 1px 8px rgb(0 0 0/30%)}
b{padding:0 8px;border:1px solid #fff;border-radius:4px;color:#fff;overflow-wrap:anywhere}
b:empty{display:none}
p{margin:4px 0;min-width:0;overflow-wrap:anywhere}
button+p{flex-basis:100%;text-align:center;color:#ffe3a8}
button+p:empty{position:absolute}
button{min-height:28px;margin:0;padding:0 14px;border:1px solid #fff;border-radius:4px;background:#fff;color:#0b4a4a;font:inherit;font-weight:600;cursor:pointer}
button:hover{background:#dcebea}
button:focus-visible{outline:2px solid #fff;outline-offset:2px}
[hidden]{display:none}
@media (prefers-color-scheme:dark){div{background:#0b3d3d;color:#e4e7e7}button+p{color:#e6b450}button,button:hover{border-color:#6cc7c2;background:transparent;color:#6cc7c2}button:hover{background:#145050}}
@media (prefers-reduced-motion:no-preference){button+p{animation:appear .14s ease-out}@keyframes appear{from{opacity:0;transform:translateY(-4px)}}}
@media print{:host{display:none!important}}
`;
