// SPDX-License-Identifier: MIT
// Functions, operator records and texts: one small model for each, run from text to numbers, against values
// that follow from the text by hand.
#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "escapement/qss_solver/solver.h"
#include "running.h"

namespace escapement::modelica {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

TEST(Functions, FunctionsAreHandedOverAndBound) {
  expect_values("PartFn", R"(
    partial function F input Real x; output Real y; end F; function integ input F f; input Real a;
    input Real b; input Integer n=100; output Real s; protected Real h=(b-a)/n; algorithm s:=0;
    for i in 1:n loop s:=s+h*f(a+(i-0.5)*h); end for; end integ; function par extends F;
    input Real k=1; algorithm y:=k*x^2; end par; model PartFn Real a,b;
    equation a=integ(function par(k=3),0,time); b=integ(par,0,1); end PartFn;)",
                2, {{"a", 8.0 - 3.0 * 2.0 * 0.0004 / 12.0}, {"b", 1.0 / 3.0 - 0.0001 / 12.0}});
}

// Of arrays element by element, a scalar for all of them; of arrays without elements there is nothing to
// compute.
TEST(Functions, FunctionsOfScalarsTakeArrays) {
  const char* const semi = R"(
    model Semi Real x=time-1,y[2],z[0],w[1],m[1,2]; equation y=semiLinear(x,{2,3},{5,7});
    z=semiLinear(x,fill(1.0,0),fill(2.0,0)); w=semiLinear({x},{4},{9});
    m=semiLinear(x,{{1,2}},{{3,4}}); end Semi;)";
  expect_values("Semi", semi, 0.5,
                {{"y[1]", -2.5}, {"y[2]", -3.5}, {"w[1]", -4.5}, {"m[1,1]", -1.5}, {"m[1,2]", -2.0}});
  expect_values("Semi", semi, 2, {{"y[1]", 2}, {"y[2]", 3}, {"w[1]", 4}, {"m[1,1]", 1}, {"m[1,2]", 2}});
  expect_values("Whole", R"(
    model Whole Integer n=integer(time),d[2],r[2]; equation d=div({n,-n},{2,2});
    r=rem({n,-n},{2,3}); end Whole;)",
                7.5, {{"d[1]", 3}, {"d[2]", -3}, {"r[1]", 1}, {"r[2]", -1}});
}

TEST(Functions, RecursionAndSeveralResults) {
  expect_values("RecFn", R"(
    function fact input Integer n; output Integer f; algorithm f:=if n<=1 then 1 else n*fact(n-1);
    end fact; function fib input Integer n; output Integer f; algorithm if n<2 then f:=n;
    else f:=fib(n-1)+fib(n-2); end if; end fib; model RecFn parameter Integer n=5;
    Real y=fact(n)+fib(10)*time; end RecFn;)",
                1, {{"y", 120.0 + 55.0}});
  expect_values("ArrOut", R"(
    function split input Real v[:]; output Real a[size(v,1)]; output Real b[2*size(v,1)];
    output Integer n; algorithm n:=size(v,1); for i in 1:n loop a[i]:=v[i]^2; b[i]:=v[i];
    b[n+i]:=-v[i]; end for; end split; model ArrOut Real x[3]={1,2,3}*time; Real a[3],b[6];
    Integer n; Real c[3]; equation (a,b,n)=split(x); c=split(x+{1,1,1}); end ArrOut;)",
                2, {{"a[3]", 36.0}, {"b[5]", -4.0}, {"n", 3.0}, {"c[1]", 9.0}});
  expect_values("FnMulti", R"(
    function f input Real x; output Real a; output Integer n; output Boolean b; algorithm a:=x^2;
    n:=integer(x); b:=x>1; end f; model FnMulti Real a; Integer n; Boolean b; Real c;
    equation when time>0.5 then (a,n,b)=f(3.5); end when; (c,,)=f(time); end FnMulti;)",
                1, {{"a", 12.25}, {"n", 3.0}, {"b", 1.0}, {"c", 1.0}});
}

TEST(Functions, SizesOfResults) {
  expect_values("VarSize", R"(
    function evens input Integer n; output Real r[:]; protected Integer k;
    algorithm r:=zeros(div(n,2)); for i in 1:div(n,2) loop r[i]:=2*i; end for; end evens;
    model VarSize Real r[3]=evens(7)*time; parameter Integer n=size(evens(9),1);
    Real q[n]=evens(9); Real s=sum(q); end VarSize;)",
                1, {{"r[3]", 6.0}, {"s", 20.0}});
  expect_values("FnSizeMat", R"(
    function mm input Real A[:,:]; input Real x[size(A,2)]; output Real y[size(A,1)];
    algorithm y:=A*x; end mm; model FnSizeMat Real y[2]=mm({{1,2,3},{4,5,6}},{1,0,time});
    Real z[1]=mm(fill(2.0,1,2),{time,1}); end FnSizeMat;)",
                2, {{"y[2]", 4.0 + 12.0}, {"z[1]", 6.0}});
  expect_values("FnMatrix", R"(
    function lu input Real A[:,:]; output Real d; protected Integer n=size(A,1);
    Real B[size(A,1),size(A,2)]=A; Real f; algorithm d:=1; for k in 1:n loop d:=d*B[k,k];
    for i in k+1:n loop f:=B[i,k]/B[k,k]; for j in k:n loop B[i,j]:=B[i,j]-f*B[k,j]; end for;
    end for; end for; end lu; model FnMatrix Real d=lu({{4,1,0},{1,3,time},{0,1,2}});
    end FnMatrix;)",
                1, {{"d", 4.0 * (6.0 - 1.0) - 1.0 * 2.0}});
}

TEST(Functions, OuterFunctionsAreTheInnerOnes) {
  expect_values("InnerFn", R"(
    model InnerFn model A outer function f input Real x; output Real y; end f; Real y=f(time);
    end A; inner function f input Real x; output Real y; algorithm y:=3*x; end f; A a;
    end InnerFn;)",
                2, {{"a.y", 6.0}});
  expect_values("Sys", R"(
    model Sys inner parameter Real T0=300; inner function h=hh; Sub s1,s2(x(start=5)); end Sys;
    model Sub outer parameter Real T0; outer function h=hp; Real x(start=1,fixed=true);
    equation der(x)=h(x)*0+T0; end Sub; partial function hp input Real x; output Real y; end hp;
    function hh extends hp; algorithm y:=x; end hh;)",
                1, {{"s1.x", 301.0}, {"s2.x", 305.0}});
}

TEST(Functions, ReplacedAndModifiedFunctions) {
  expect_values("ReplFn", R"(
    model Base replaceable function f input Real x; output Real y; algorithm y:=x; end f;
    Real y=f(time); end Base; function g input Real x; output Real y; algorithm y:=x^2; end g;
    function h input Real x; input Real k=1; output Real y; algorithm y:=k*x; end h;
    model ReplFn Base a; Base b(redeclare function f=g); Base c(redeclare function f=h(k=5));
    end ReplFn;)",
                3, {{"a.y", 3.0}, {"b.y", 9.0}, {"c.y", 15.0}});
  expect_values("FuncMod", R"(
    function f input Real x; input Real k=2; output Real y; algorithm y:=k*x; end f;
    function g=f(k=5); model FuncMod Real y=g(time),z=f(time); end FuncMod;)",
                1, {{"y", 5.0}, {"z", 2.0}});
  expect_values("FnExt", R"(
    partial function P input Real x; output Real y; end P; function Q extends P; protected Real t;
    algorithm t:=x+1; y:=t^2; end Q; model FnExt Real y=Q(time); end FnExt;)",
                1, {{"y", 4.0}});
}

TEST(Functions, DefaultsAndRecords) {
  expect_values("FnDefault", R"(
    function f input Real a; input Real b=2*a; input Real c=a+b; output Real y;
    algorithm y:=a+10*b+100*c; end f; model FnDefault Real x=f(1),y=f(1,c=3),z=f(a=time,b=5);
    end FnDefault;)",
                1, {{"x", 1.0 + 20.0 + 300.0}, {"y", 1.0 + 20.0 + 300.0}, {"z", 1.0 + 50.0 + 600.0}});
  expect_values("FnRecArr", R"(
    record P Real x; Real y; end P; function line input Integer n; output P p[n];
    algorithm for i in 1:n loop p[i]:=P(i,i^2); end for; end line; function total input P p[:];
    output Real s; algorithm s:=0; for i in 1:size(p,1) loop s:=s+p[i].y; end for; end total;
    model FnRecArr P a[3]=line(3); Real s=total(a)*time,t=sum(a.x),u=total({P(1,2),P(3,4)});
    end FnRecArr;)",
                1, {{"s", 14.0}, {"t", 6.0}, {"u", 6.0}});
}

TEST(Functions, CallsOverArrays) {
  expect_values("FnVec", R"(
    function f input Real x; input Real k; output Real y; algorithm y:=k*x^2; end f;
    model FnVec Real a[3]=f({1,2,3},2)*time; Real b[2,2]=f({{1,2},{3,4}},{{1,1},{2,2}});
    end FnVec;)",
                1, {{"a[3]", 18.0}, {"b[2,1]", 18.0}});
  expect_values("Vectorize", R"(
    function f input Real a; input Real b[2]; output Real y; algorithm y:=a*b[1]+b[2]; end f;
    model Vectorize Real y[3]=f({1,2,3},{{1,1},{2,2},{3,3}}); Real z[2]=f({1,2},fill({1,1},2));
    end Vectorize;)",
                1, {{"y[3]", 12.0}});
}

TEST(Functions, DerivativesAndInverses) {
  expect_values(
      "DerOrd2", R"(
    function f input Real x; output Real y; algorithm y:=sin(x);
    annotation(derivative=f1,smoothOrder=2); end f; function f1 input Real x; input Real dx;
    output Real dy; algorithm dy:=cos(x)*dx; annotation(derivative(order=2)=f2); end f1;
    function f2 input Real x; input Real dx; input Real ddx; output Real dy;
    algorithm dy:=-sin(x)*dx^2+cos(x)*ddx; end f2; model DerOrd2 Real x=time^2,y,v,a;
    equation y=f(x); v=der(y); a=der(v); end DerOrd2;)",
      2,
      {{"y", std::sin(4.0)}, {"v", std::cos(4.0) * 4.0}, {"a", -std::sin(4.0) * 16.0 + std::cos(4.0) * 2.0}});
  expect_values("Inv", R"(
    function sq input Real x; output Real y; algorithm y:=x^2; annotation(inverse(x=rt(y)));
    end sq; function rt input Real y; output Real x; algorithm x:=sqrt(y); end rt;
    model Inv Real x(start=1); equation sq(x)=4+time; end Inv;)",
                5, {{"x", std::sqrt(9.0)}});
}

TEST(Functions, LoopsThatEndByWhatTheModelComputes) {
  expect_values("WhileNewton", R"(
    function cuberoot input Real a; output Real x; protected Real e;
    algorithm x:=if a>1 then a else 1; e:=1; while abs(e)>1e-12 loop e:=(x^3-a)/(3*x^2); x:=x-e;
    end while; end cuberoot; model WhileNewton Real y=cuberoot(1+7*time);
    Real z(start=0,fixed=true); equation der(z)=y; end WhileNewton;)",
                1, {{"y", 2.0}, {"z", 0.75 / 7.0 * 15.0}});
  expect_values("FnWhile", R"(
    function gcd input Integer a; input Integer b; output Integer g; protected Integer x=a,y=b,t;
    algorithm while y<>0 loop t:=y; y:=mod(x,y); x:=t; end while; g:=x; end gcd;
    model FnWhile parameter Integer g=gcd(252,105); Integer k(start=0,fixed=true);
    equation when time>0.5 then k=gcd(12*integer(10*time),18); end when; end FnWhile;)",
                1, {{"k", 6.0}});
  expect_values("WhileLong", R"(
    function count input Real a; output Integer n; protected Real s; algorithm n:=0; s:=0;
    while s<a loop n:=n+1; s:=s+0.001; end while; end count; model WhileLong Integer n;
    equation when sample(0.5,1) then n=count(time); end when; end WhileLong;)",
                1, {{"n", 500.0}});
}

TEST(Functions, CFunctionsByName) {
  expect_values("ExtLib", R"(
    function hypo input Real x; input Real y; output Real r; external "C" r=hypot(x,y); end hypo;
    model ExtLib Real y=hypo(3*time,4); end ExtLib;)",
                1, {{"y", 5.0}});
}

TEST(OperatorRecords, ComplexNumbers) {
  expect_values("CxMul", R"(
    operator record Cx Real re; Real im;
    encapsulated operator 'constructor' function fromReal import Cx; input Real re;
    input Real im=0; output Cx r(re=re,im=im); algorithm end fromReal;
    function fromPolar import Cx; input Integer k; input Real a[2]; output Cx r;
    algorithm r:=Cx(a[1]*cos(a[2]),a[1]*sin(a[2])); end fromPolar; end 'constructor';
    encapsulated operator '-' function negate import Cx; input Cx a; output Cx c;
    algorithm c:=Cx(-a.re,-a.im); end negate; function subtract import Cx; input Cx a; input Cx b;
    output Cx c; algorithm c:=Cx(a.re-b.re,a.im-b.im); end subtract; end '-';
    encapsulated operator '*' function multiply import Cx; input Cx a; input Cx b; output Cx c;
    algorithm c:=Cx(a.re*b.re-a.im*b.im,a.re*b.im+a.im*b.re); end multiply;
    function scalarProduct import Cx; input Cx a[:]; input Cx b[size(a,1)]; output Cx c;
    algorithm c:=Cx(0); for i in 1:size(a,1) loop c:=c+a[i]*b[i]; end for; end scalarProduct;
    end '*';  encapsulated operator function '+' import Cx; input Cx a; input Cx b; output Cx c;
    algorithm c:=Cx(a.re+b.re,a.im+b.im); end '+';  encapsulated operator function '/' import Cx;
    input Cx a; input Cx b; output Cx c; protected Real d; algorithm d:=b.re^2+b.im^2;
    c:=Cx((a.re*b.re+a.im*b.im)/d,(a.im*b.re-a.re*b.im)/d); end '/';
    encapsulated operator function '==' import Cx; input Cx a; input Cx b; output Boolean r;
    algorithm r:=a.re==b.re and a.im==b.im; end '==';
    encapsulated operator 'String' function toString import Cx; input Cx a;
    input Integer significantDigits=4; output String s;
    algorithm s:=String(a.re,significantDigits=significantDigits)+"+"+String(a.im,significantDigits=significantDigits)+"i";
    end toString; end 'String';  encapsulated operator function '0' import Cx; output Cx c;
    algorithm c:=Cx(0,0); end '0'; end Cx; model CxMul Cx a=Cx(1,time); Cx b=Cx(2,3)*a;
    Cx c=2*b-a; Cx d=b/a; Real s; Boolean eq; equation s=b.re; eq=Cx(1,2)==Cx(1,2); end CxMul;)",
                2,
                {{"b.re", 2.0 - 3.0 * 2.0},
                 {"b.im", 3.0 + 4.0},
                 {"c.re", -8.0 - 1.0},
                 {"d.re", 2.0},
                 {"d.im", 3.0},
                 {"eq", 1.0}});
  expect_values("CxState", R"(
    operator record Cx Real re; Real im;
    encapsulated operator 'constructor' function fromReal import Cx; input Real re;
    input Real im=0; output Cx r(re=re,im=im); algorithm end fromReal;
    function fromPolar import Cx; input Integer k; input Real a[2]; output Cx r;
    algorithm r:=Cx(a[1]*cos(a[2]),a[1]*sin(a[2])); end fromPolar; end 'constructor';
    encapsulated operator '-' function negate import Cx; input Cx a; output Cx c;
    algorithm c:=Cx(-a.re,-a.im); end negate; function subtract import Cx; input Cx a; input Cx b;
    output Cx c; algorithm c:=Cx(a.re-b.re,a.im-b.im); end subtract; end '-';
    encapsulated operator '*' function multiply import Cx; input Cx a; input Cx b; output Cx c;
    algorithm c:=Cx(a.re*b.re-a.im*b.im,a.re*b.im+a.im*b.re); end multiply;
    function scalarProduct import Cx; input Cx a[:]; input Cx b[size(a,1)]; output Cx c;
    algorithm c:=Cx(0); for i in 1:size(a,1) loop c:=c+a[i]*b[i]; end for; end scalarProduct;
    end '*';  encapsulated operator function '+' import Cx; input Cx a; input Cx b; output Cx c;
    algorithm c:=Cx(a.re+b.re,a.im+b.im); end '+';  encapsulated operator function '/' import Cx;
    input Cx a; input Cx b; output Cx c; protected Real d; algorithm d:=b.re^2+b.im^2;
    c:=Cx((a.re*b.re+a.im*b.im)/d,(a.im*b.re-a.re*b.im)/d); end '/';
    encapsulated operator function '==' import Cx; input Cx a; input Cx b; output Boolean r;
    algorithm r:=a.re==b.re and a.im==b.im; end '==';
    encapsulated operator 'String' function toString import Cx; input Cx a;
    input Integer significantDigits=4; output String s;
    algorithm s:=String(a.re,significantDigits=significantDigits)+"+"+String(a.im,significantDigits=significantDigits)+"i";
    end toString; end 'String';  encapsulated operator function '0' import Cx; output Cx c;
    algorithm c:=Cx(0,0); end '0'; end Cx;
    model CxState Cx z(re(start=1,fixed=true),im(start=0,fixed=true)); Cx w;
    equation Cx(der(z.re),der(z.im))=Cx(0,1)*z; w=z*z; end CxState;)",
                2, {{"z.re", std::cos(2.0)}, {"z.im", std::sin(2.0)}, {"w.im", std::sin(4.0)}});
  expect_values("CxVec", R"(
    operator record Cx Real re; Real im;
    encapsulated operator 'constructor' function fromReal import Cx; input Real re;
    input Real im=0; output Cx r(re=re,im=im); algorithm end fromReal;
    function fromPolar import Cx; input Integer k; input Real a[2]; output Cx r;
    algorithm r:=Cx(a[1]*cos(a[2]),a[1]*sin(a[2])); end fromPolar; end 'constructor';
    encapsulated operator '-' function negate import Cx; input Cx a; output Cx c;
    algorithm c:=Cx(-a.re,-a.im); end negate; function subtract import Cx; input Cx a; input Cx b;
    output Cx c; algorithm c:=Cx(a.re-b.re,a.im-b.im); end subtract; end '-';
    encapsulated operator '*' function multiply import Cx; input Cx a; input Cx b; output Cx c;
    algorithm c:=Cx(a.re*b.re-a.im*b.im,a.re*b.im+a.im*b.re); end multiply;
    function scalarProduct import Cx; input Cx a[:]; input Cx b[size(a,1)]; output Cx c;
    algorithm c:=Cx(0); for i in 1:size(a,1) loop c:=c+a[i]*b[i]; end for; end scalarProduct;
    end '*';  encapsulated operator function '+' import Cx; input Cx a; input Cx b; output Cx c;
    algorithm c:=Cx(a.re+b.re,a.im+b.im); end '+';  encapsulated operator function '/' import Cx;
    input Cx a; input Cx b; output Cx c; protected Real d; algorithm d:=b.re^2+b.im^2;
    c:=Cx((a.re*b.re+a.im*b.im)/d,(a.im*b.re-a.re*b.im)/d); end '/';
    encapsulated operator function '==' import Cx; input Cx a; input Cx b; output Boolean r;
    algorithm r:=a.re==b.re and a.im==b.im; end '==';
    encapsulated operator 'String' function toString import Cx; input Cx a;
    input Integer significantDigits=4; output String s;
    algorithm s:=String(a.re,significantDigits=significantDigits)+"+"+String(a.im,significantDigits=significantDigits)+"i";
    end toString; end 'String';  encapsulated operator function '0' import Cx; output Cx c;
    algorithm c:=Cx(0,0); end '0'; end Cx; model CxVec Cx v[2]={Cx(1,1),Cx(0,time)}; Cx p;
    Cx q[2]; equation p=v*v; q=2*v; end CxVec;)",
                2, {{"p.re", -4.0}, {"p.im", 2.0}, {"q[2].im", 4.0}});
  expect_values("CxPolar", R"(
    operator record Cx Real re; Real im;
    encapsulated operator 'constructor' function fromReal import Cx; input Real re;
    input Real im=0; output Cx r(re=re,im=im); algorithm end fromReal;
    function fromPolar import Cx; input Integer k; input Real a[2]; output Cx r;
    algorithm r:=Cx(a[1]*cos(a[2]),a[1]*sin(a[2])); end fromPolar; end 'constructor';
    encapsulated operator '-' function negate import Cx; input Cx a; output Cx c;
    algorithm c:=Cx(-a.re,-a.im); end negate; function subtract import Cx; input Cx a; input Cx b;
    output Cx c; algorithm c:=Cx(a.re-b.re,a.im-b.im); end subtract; end '-';
    encapsulated operator '*' function multiply import Cx; input Cx a; input Cx b; output Cx c;
    algorithm c:=Cx(a.re*b.re-a.im*b.im,a.re*b.im+a.im*b.re); end multiply;
    function scalarProduct import Cx; input Cx a[:]; input Cx b[size(a,1)]; output Cx c;
    algorithm c:=Cx(0); for i in 1:size(a,1) loop c:=c+a[i]*b[i]; end for; end scalarProduct;
    end '*';  encapsulated operator function '+' import Cx; input Cx a; input Cx b; output Cx c;
    algorithm c:=Cx(a.re+b.re,a.im+b.im); end '+';  encapsulated operator function '/' import Cx;
    input Cx a; input Cx b; output Cx c; protected Real d; algorithm d:=b.re^2+b.im^2;
    c:=Cx((a.re*b.re+a.im*b.im)/d,(a.im*b.re-a.re*b.im)/d); end '/';
    encapsulated operator function '==' import Cx; input Cx a; input Cx b; output Boolean r;
    algorithm r:=a.re==b.re and a.im==b.im; end '==';
    encapsulated operator 'String' function toString import Cx; input Cx a;
    input Integer significantDigits=4; output String s;
    algorithm s:=String(a.re,significantDigits=significantDigits)+"+"+String(a.im,significantDigits=significantDigits)+"i";
    end toString; end 'String';  encapsulated operator function '0' import Cx; output Cx c;
    algorithm c:=Cx(0,0); end '0'; end Cx; model CxPolar Cx a=Cx(1,{2,time});
    parameter String s=String(Cx(1,2)); parameter Integer n=if s=="1+2i" then 5 else 6; Real y=n;
    end CxPolar;)",
                1, {{"a.re", 2.0 * std::cos(1.0)}, {"y", 5.0}});
}

TEST(Texts, StringOfNumbers) {
  expect_values("StrFmt", R"(
    
    model StrFmt parameter Boolean ok[9]={String(3)=="3",String(true)=="true",String(1.5)=="1.5",String(3,minimumLength=5)=="3    ",String(3,minimumLength=5,leftJustified=false)=="    3",String(1/3,significantDigits=3)=="0.333",String(1234567.0,significantDigits=4)=="1.235e+06",String(3.14159,format="6.2f")=="  3.14","a"+"b"<"b"};
    Real y=sum(if b then 1 else 0 for b in ok); end StrFmt;)",
                1, {{"y", 9.0}});
  expect_values("StrEnum", R"(
    model StrEnum type E=enumeration(red,green); parameter E e=E.green;
    parameter String s=String(e); Real y=if s=="green" then 1 else 0; Integer k=Integer(e);
    E f=E(1); end StrEnum;)",
                1, {{"y", 1.0}, {"k", 2.0}, {"f", 1.0}});
  expect_values("StrFn", R"(
    function nth input Integer n; output String s; algorithm s:="x"+String(n); end nth;
    model StrFn parameter String a=nth(3); parameter Integer k=if a=="x3" then 9 else 1; Real y=k;
    end StrFn;)",
                1, {{"y", 9.0}});
  expect_values("FnStrArg", R"(
    function pick input String name; output Real y; algorithm if name=="a" then y:=1;
    elseif name=="b" then y:=2; else y:=3; end if; end pick;
    model FnStrArg parameter String s="b"; Real y=pick(s)*time; Real z=pick("z"); end FnStrArg;)",
                1, {{"y", 2.0}, {"z", 3.0}});
  expect_values("CatStr", R"(
    model CatStr parameter String a[3]={"x","y","z"};
    parameter Integer n=sum(if s=="y" then 5 else 1 for s in a); Real y=n; end CatStr;)",
                1, {{"y", 7.0}});
  expect_values("StrArr", R"(
    model S parameter String name="q"; parameter Integer k=if name=="b" then 10 else 1; Real y=k;
    end S; model StrArr S s[3](name={"a","b","c"}); Real z=sum(s.y); end StrArr;)",
                1, {{"z", 12.0}});
}

// It goes on for ever: that is told, and no number gets out.
TEST(Functions, ALoopWithoutEndIsTold) {
  EXPECT_THAT(failure_of(R"(function f input Real x; output Real y;
    algorithm y := x; while y > -1 loop y := y + 1; end while; end f;
    model M Real y = f(time); end M;)",
                         1),
              AnyOf(HasSubstr("has not ended"), HasSubstr("nan")));
}

TEST(Functions, DivisionsByAParameterThatIsZero) {
  for (const char* name : {"mod", "rem", "div"})
    EXPECT_THAT(
        failure_of("model M parameter Integer n = 0; Real x = " + std::string(name) + "(3, n); end M;", 1),
        HasSubstr(std::string(name) + "() divides by zero"));
}

TEST(Texts, TextsThatEquationsGive) {
  expect_values("M", R"(
    model M String s, t; Real x = if t == "ab" then 1 else 2;
    equation s = "a"; t = s + "b"; end M;)",
                1, {{"x", 1}});
}

// A whole array takes the size of what it is given; a product over no elements is nothing.
TEST(Arrays, SizesThatChangeAndSizesOfNothing) {
  expect_values("M", R"(
    function f input Integer n; output Real s; protected Real x[:];
    algorithm x := {1}; for i in 1:n loop x := cat(1, x, {2}); end for; s := sum(x); end f;
    model M Real y = f(3); Real A[2, 0], B[0, 2]; Real C[2, 2] = A*B; Real z = sum(C); end M;)",
                1, {{"y", 7}, {"z", 0}});
}

TEST(Texts, AFormatThatIsNone) {
  EXPECT_THAT(
      failure_of(
          "model M parameter String s = String(1.5, format = \"q\"); Real x = if s == \"\" then 1 else 2; "
          "end M;",
          1),
      HasSubstr("\"q\" is no format of a number"));
}

// A while in a function of time: 300 rounds are unrolled, and conditions of rounds that are not reached are
// not searched for. At 7 that is the root of 9.
TEST(Functions, ALoopOfTimeRunsByQuantisedStates) {
  Source source;
  source.use_environment = false;
  source.texts.emplace_back("test.mo", R"(model M
      function root input Real a; output Real x;
      algorithm x := a; while abs(x*x - a) > 1e-13*a loop x := 0.5*(x + a/x); end while; end root;
      Real s = root(2 + time), y(start = 0, fixed = true);
    equation
      der(y) = s;
    end M;)");
  qss_solver::Solver solver(translate(*flatten(source, "M")).system, qss::method_of("qss2", 1e-6));
  solver.start(0);
  solver.advance(7);
  EXPECT_NEAR(solver.value("s", 7), 3, 1e-9);
  EXPECT_NEAR(solver.value("y", 7), 2.0 / 3 * (27 - std::pow(2, 1.5)), 1e-4);
}

TEST(Functions, AnOutputThatNothingGivesIsTold) {
  const auto warnings = [](const std::string& function) {
    Source source;
    source.use_environment = false;
    source.texts.emplace_back("test.mo", "model M\n" + function + "\nReal y = g(2);\nend M;");
    std::vector<std::string> messages;
    const auto flat = flatten(source, "M");
    for (const Diagnostic& one : flat->warnings)
      messages.push_back(std::to_string(one.where.line) + ": " + one.message);
    return messages;
  };
  EXPECT_THAT(warnings("function g input Real a; output Real c; protected Real d; algorithm d := a; end g;"),
              ::testing::ElementsAre(::testing::HasSubstr("never gives its output 'c' a value")));
  for (const char* given :
       {"output Real c; algorithm if a > 1 then c := a; end if; end g;",
        "output Real c = 3; algorithm end g;",
        "output Real c; protected Real d[1]; algorithm for i in 1:1 loop d[i] := a; c := d[i]; "
        "end for; end g;"})
    EXPECT_THAT(warnings("function g input Real a; " + std::string(given)), ::testing::IsEmpty()) << given;
}

}  // namespace
}  // namespace escapement::modelica
