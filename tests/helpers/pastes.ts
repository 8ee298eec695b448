/** Shortened clipboard contents of other programs, with what must remain after pasting and what must not. */
type Paste = { source: string; html: string; mustContain: string[]; mustNotContain: string[] };

export const pastes: Paste[] = [
  {
    source: 'Word',
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0in; font-family:"Calibri",sans-serif;} @page WordSection1 {size:8.5in 11.0in;} --></style></head>
<body lang=EN-US link="#0563C1" style='tab-interval:.5in'><!--StartFragment-->
<h1 style='margin-top:12.0pt'><span style='mso-fareast-font-family:"Times New Roman"'>Winter rules<o:p></o:p></span></h1>
<p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Chains</b> from <i>November</i> on, <u>every</u> axle.<o:p></o:p></p>
<p class=MsoNormal align=center style='text-align:center;margin-left:.5in;mso-pagination:none'><span style='font-size:24.0pt;font-family:Georgia;color:red'>Big</span></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>First stop<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span><![endif]>Second stop<o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>3.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span><![endif]>Third rule<o:p></o:p></p>
<table class=MsoTableGrid border=1 style='border-collapse:collapse;mso-yfti-tbllook:1184'><tr style='mso-yfti-irow:0'><td width=312 colspan=2 valign=top style='width:233.75pt'><p class=MsoNormal>State<o:p></o:p></p></td></tr><tr><td width=156><p class=MsoNormal>NE</p></td><td width=156><p class=MsoNormal>Yes</p></td></tr></table>
<p class=MsoNormal><a href="https://roads.example/map"><span style='color:#0563C1'>The map</span></a><![if !vml]><img width=10 height=10 src="file:///C:/Users/D/AppData/Temp/msohtmlclip1/01/clip_image001.png" v:shapes="Picture_x0020_1"><![endif]></p>
<!--EndFragment--></body></html>`,
    mustContain: [
      '<h1>Winter rules</h1>',
      '<strong>Chains</strong> from <em>November</em> on, <u>every</u> axle.',
      'text-align:center',
      'font-size:24pt',
      'font-family:Georgia',
      '<ul><li><p>First stop</p></li><li><p>Second stop</p></li></ul>',
      '<ol start="3"><li><p>Third rule</p></li></ol>',
      '<td colspan="2" rowspan="1"',
      'href="https://roads.example/map"',
    ],
    mustNotContain: ['file:', 'WordDocument', 'WordSection', '·', 'color', 'Symbol', 'o:p', '<img'],
  },
  {
    source: 'Numbered lists of Word',
    html: `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><!--StartFragment-->
<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>4.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>Four<o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>a.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>Four a<o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>b.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>Four b<o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level3 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>i.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>Roman<o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level3 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>ii.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>Roman two<o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>5.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>Five<o:p></o:p></p>
<p class=MsoNormal>Between</p>
<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>6.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>Six<o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>Other one<o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>2.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>Other two<o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l2 level1 lfo3'><![if !supportLists]><span style='mso-list:Ignore'>C)<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>Letter<o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l2 level1 lfo3'><![if !supportLists]><span style='mso-list:Ignore'>D)<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>Letter two<o:p></o:p></p>
<!--EndFragment--></body></html>`,
    mustContain: [
      '<ol start="4"><li><p>Four</p><ol start="1" type="a"><li><p>Four a</p></li><li><p>Four b</p><ol start="1" type="i"><li><p>Roman</p></li><li><p>Roman two</p></li></ol></li></ol></li><li><p>Five</p></li></ol><p>Between</p>',
      '<p>Between</p><ol start="6"><li><p>Six</p></li></ol><ol start="1"><li><p>Other one</p></li><li><p>Other two</p></li></ol>',
      '<ol start="3" type="A"><li><p>Letter</p></li><li><p>Letter two</p></li></ol>',
    ],
    mustNotContain: ['4.', 'a.', 'C)', 'mso'],
  },
  {
    source: 'Google Docs',
    html: `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1c2d3e4f-7fff-aaaa"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;"><span style="font-size:16pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;white-space:pre-wrap;">Fuel</span></h2><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-family:Arial,sans-serif;font-weight:400;">Plain and </span><span style="font-size:11pt;font-weight:700;font-style:italic;text-decoration:underline;">strong</span></p><ul style="margin-top:0;padding-inline-start:48px;"><li dir="ltr" aria-level="1" style="list-style-type:disc;"><p dir="ltr" role="presentation"><span style="font-weight:400;">One</span></p></li><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Two</span></p></li></ul><p><a href="https://fuel.example/" style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;">prices</span></a></p><br><div dir="ltr" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="120"><col width="240"></colgroup><tbody><tr style="height:0pt"><td style="border:solid"><p dir="ltr"><span>Omaha</span></p></td><td><p dir="ltr"><span>3.19</span></p></td></tr></tbody></table></div></b>`,
    mustContain: [
      '<h2>Fuel</h2>',
      'Plain and <u><em><strong>strong</strong></em></u>',
      '<ul><li><p>One</p></li><li><p>Two</p></li></ul>',
      'href="https://fuel.example/"',
      '<p>Omaha</p>',
    ],
    mustNotContain: ['docs-internal', 'color', 'line-height', '<strong>Plain', 'dir='],
  },
  {
    source: 'a web page',
    html: `<div class="article" style="font: 16px Helvetica; color: rgb(32, 33, 36);" onclick="track()"><nav><a href="/home">Home</a></nav><script>track()</script><style>.x{}</style><h3 class="title" id="top">News&nbsp;of the road</h3><p style="margin-left: 60px">A <span class="hl" style="background: yellow">marked</span> word<br>and a <a href="javascript:track()" class="btn">button</a>.</p><iframe src="https://ads.example/1"></iframe><figure><img src="https://a.example/road.jpg" alt="A road" onerror="track()" class="lazy"><figcaption>Caption</figcaption></figure><pre class="code"><code class="language-ts">let a = 1;</code></pre><blockquote cite="x"><p>Said</p></blockquote><form><input value="x"><button>Send</button></form><hr class="thin"></div>`,
    mustContain: [
      'of the road</h3>',
      '<p style="margin-left:60px">A marked word<br />and a button.</p>',
      'let a = 1;</code></pre>',
      '<blockquote><p>Said</p></blockquote>',
      '<hr />',
    ],
    mustNotContain: [
      'a.example/road.jpg',
      'track',
      'javascript',
      'iframe',
      'yellow',
      '<form',
      '<input',
      '<nav',
      '<div',
      'Home',
      'Send',
    ],
  },
];
