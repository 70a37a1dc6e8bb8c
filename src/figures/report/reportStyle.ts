// The looks of a report, on a screen and on paper. The size of the paper is the printer's: A4 and Letter.
import { figureStyle } from "../figureStyle.ts"

/** The style of a report, with that of its drawings. */
export const reportStyle = `
:root{color-scheme:light dark}
body{font:15px/1.5 system-ui,sans-serif;max-width:1180px;margin:2rem auto;padding:0 1rem}
body{color:light-dark(#222,#ece9df);background:light-dark(#faf9f6,#0d1210)}
h1{font-size:1.6rem;margin:0}
h2{font-size:1.15rem;margin:2.2rem 0 .6rem;border-bottom:1px solid light-dark(#ddd,#2a3530);padding-bottom:.2rem}
.quiet{color:light-dark(#6f6f6f,#8b968e)}
p.quiet{font-size:13px;margin:.3rem 0 0}
figure{margin:0;border-radius:6px;padding:.8rem}
figure{background:light-dark(#fff,#161d1a);border:1px solid light-dark(#e5e2da,#2a3530)}
figcaption{font-weight:600;margin-bottom:.4rem}
figcaption .quiet{font-weight:400}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(460px,100%),1fr));gap:1rem;align-items:start}
.wide{grid-column:1/-1}
.maps{display:flex;flex-wrap:wrap;gap:1rem}
.maps figure{flex:1 1 460px}
.charts .figure,.maps .figure{width:100%}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1rem;margin:.4rem 0 0;padding:0;font-size:13px}
.legend .key{display:inline-block;width:22px;margin-right:.4em;vertical-align:middle}
.legend i{display:inline-block;width:.8em;height:.8em;border-radius:2px;margin-right:.4em;background:var(--figure-ink)}
.scroll{overflow-x:auto;margin-bottom:.8rem}
table{border-collapse:collapse;font-size:13px;background:light-dark(#fff,#161d1a)}
th,td{padding:.25rem .6rem;border:1px solid light-dark(#e5e2da,#2a3530);text-align:left;vertical-align:top}
thead th{min-width:4.5em;max-width:13em}
th{background:light-dark(#f1efe8,#1b2420);font-weight:600}
th .quiet{font-weight:400}
.n{text-align:right;font-variant-numeric:tabular-nums}
td.n{white-space:nowrap}
.warning,.notice{padding:.3rem .8rem;background:light-dark(#fff,#161d1a);margin:.3rem 0;border-left:4px solid #d55e00}
.notice{border-color:#56b4e9}
summary{cursor:pointer;margin:.4rem 0}
dt{font-weight:600;font-size:13px}
dd{margin:0 0 .4rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:12px}
@page{margin:14mm 12mm}
@media print{
:root{color-scheme:light}
body{background:#fff;max-width:none;margin:0;padding:0;font-size:10pt}
h1,h2,figcaption,summary{break-after:avoid}
figure,tr,.warning,.notice,dt,li{break-inside:avoid}
dt{break-after:avoid}
.charts{display:block}
.charts figure{margin-bottom:4mm}
.charts .figure{max-height:235mm}
.low .figure{max-height:58mm}
.maps figure{flex-basis:80mm}
.maps .figure{max-height:150mm}
h2+.legend{break-inside:avoid;break-after:avoid}
.scroll{overflow:visible}
thead{display:table-header-group}
table{width:100%;font-size:7.5pt}
th,td{padding:.15rem .3rem;max-width:36mm;overflow-wrap:break-word}
td.time{white-space:normal}
td:first-child{min-width:15mm}
thead th{min-width:9mm;overflow-wrap:anywhere}
.side th:first-child{min-width:36mm}
pre{font-size:7pt;columns:3}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
details::details-content{content-visibility:visible;block-size:auto}
}
${figureStyle}`
