// The looks of a report, on a screen and on paper.

export const style = `
body{font:15px/1.5 system-ui,sans-serif;color:#222;background:#faf9f6;max-width:1180px;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem;margin:0}
h2{font-size:1.15rem;margin:2.2rem 0 .6rem;border-bottom:1px solid #ddd;padding-bottom:.2rem}
.quiet{color:#777}
p.quiet{font-size:13px;margin:.3rem 0 0}
figure{margin:0;background:#fff;border:1px solid #e5e2da;border-radius:6px;padding:.8rem}
figcaption{font-weight:600;margin-bottom:.4rem}
figcaption .quiet{font-weight:400}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(460px,1fr));gap:1rem;align-items:start}
.wide{grid-column:1/-1}
.maps{display:flex;flex-wrap:wrap;gap:1rem}
.maps figure{flex:0 1 auto}
svg{width:100%;height:auto;display:block}
svg text{font-size:11px;fill:#555}
svg text.quiet{fill:#999}
.grid{stroke:#eee;fill:none}
.tick{stroke:#aaa;fill:none}
.line{fill:none;stroke-width:1.4;stroke-linejoin:round;stroke-linecap:round}
.rose circle{fill:none;stroke:#e5e2da}
.rose .name{font-weight:600}
.label text{fill:#111;paint-order:stroke;stroke:#fff;stroke-width:3px;stroke-opacity:.85}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1rem;margin:.4rem 0 0;padding:0;font-size:13px}
.legend i{display:inline-block;width:.8em;height:.8em;border-radius:2px;margin-right:.4em}
.legend .key{display:inline-block;width:22px;height:10px;margin-right:.4em}
.scroll{overflow-x:auto}
table{border-collapse:collapse;font-size:13px;background:#fff}
th,td{padding:.25rem .6rem;border:1px solid #e5e2da;text-align:left;vertical-align:top}
td.n{white-space:nowrap}
thead th{min-width:4.5em;max-width:13em}
th{background:#f1efe8;font-weight:600}
td.n{text-align:right;font-variant-numeric:tabular-nums}
.warning,.notice{padding:.3rem .8rem;background:#fff;margin:.3rem 0;border-left:4px solid #d55e00}
.notice{border-color:#56b4e9}
summary{cursor:pointer;margin:.4rem 0}
dt{font-weight:600;font-size:13px}
dd{margin:0 0 .4rem}
@media print{body{background:#fff;max-width:none}figure,tr{break-inside:avoid}}`
