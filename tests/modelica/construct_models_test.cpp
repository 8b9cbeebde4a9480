// SPDX-License-Identifier: MIT
// Arrays, classes and events: one small model for each construct, run from text to numbers, against values
// that follow from the text by hand.
#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

#include "running.h"

namespace escapement::modelica {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(Arrays, IndicesByEnumerationsAndTruths) {
  expect_values("EnumIdx", R"(
    model EnumIdx type E=enumeration(a,b,c); Real x[E]; Real t[E]={1,2,3}; Real y;
    parameter E n=E.c; Real z; equation for e in E loop x[e]=Integer(e)*time; end for;
    y=x[E.b]+sum(t); z=x[n]; end EnumIdx;)",
                2, {{"y", 4.0 + 6.0}, {"z", 6.0}});
  expect_values("BoolIdx", R"(
    model BoolIdx Real x[Boolean]={10,20}; Real y=x[time>0.5]; parameter Boolean b=false;
    Real z=x[b]; end BoolIdx;)",
                1, {{"y", 20.0}, {"z", 10.0}});
  expect_values("DynIdx", R"(
    model DynIdx Integer k(start=1,fixed=true); Real t[3]={1,4,9}; Real y=t[k];
    equation when sample(1,1) then k=pre(k)+1; end when; end DynIdx;)",
                2.5, {{"y", 9.0}});
}

TEST(Arrays, OperatorsAndSlices) {
  expect_values("ArrOps", R"(
    model ArrOps Real A[2,3]={{1,2,3},{4,5,6}}; Real B[3,2]=transpose(A); Real C[2,2]=A*B;
    Real s=sum(C),p=product(A[1,:]); Real e[2,2]=C.*C; Real h[2]=C[:,1]./{2,4}; Real o=C[end,end];
    Real n[2,2]=[1,2;3,4]*[time;1]*[1,2]; Real cr[3]=cross({1,0,0},{0,1,0});
    Real sk[3,3]=skew({1,2,3}); Real id[2,2]=identity(2)+diagonal({1,2});
    Real op[2,2]=outerProduct({1,2},{3,4}); Real sy[2,2]=symmetric({{1,2},{3,4}}); end ArrOps;)",
                1,
                {{"s", 14.0 + 32.0 + 32.0 + 77.0},
                 {"p", 6.0},
                 {"e[1,1]", 196.0},
                 {"h[2]", 8.0},
                 {"o", 77.0},
                 {"n[2,2]", 14.0},
                 {"cr[3]", 1.0},
                 {"sk[1,2]", -3.0},
                 {"id[2,2]", 3.0},
                 {"op[2,1]", 6.0},
                 {"sy[2,1]", 2.0}});
  expect_values("ArrCat", R"(
    model ArrCat Real a[5]=cat(1,{1,2},{3,4,time}); Real b[2,4]=[{{1,2},{3,4}},{{5,6},{7,8}}];
    Real c[:]=linspace(0,1,5); Real d[:]=fill(2,3); Real f[2,2,2]=zeros(2,2,2)+ones(2,2,2);
    Real g=sum(f); Real v[4]=vector({{1,2,3,4}}); Real mm[4,1]=matrix({1,2,3,4});
    Integer n=ndims(f); Real s=scalar({{5}}); Real l[1]=linspace(3,3,1);
    Real pw[2,2]={{1,1},{0,1}}^5; end ArrCat;)",
                1,
                {{"a[5]", 1.0},
                 {"b[2,3]", 7.0},
                 {"c[2]", 0.25},
                 {"g", 8.0},
                 {"v[3]", 3.0},
                 {"mm[3,1]", 3.0},
                 {"n", 3.0},
                 {"s", 5.0},
                 {"pw[1,2]", 5.0}});
  expect_values("Slices", R"(
    model Slices Real a[6]={1,2,3,4,5,6}*time; Real b[3]=a[1:2:6]; Real c[2]=a[{6,1}]; Real A[3,3];
    Real d; equation A[1,:]={1,2,3}; A[2:3,1:2]={{4,5},{7,8}}; A[2:end,3]={6,9};
    d=sum(A[2,:])+A[end,end]; end Slices;)",
                1, {{"b[3]", 5.0}, {"c[1]", 6.0}, {"d", 15.0 + 9.0}});
  expect_values(
      "Reduc", R"(
    model Reduc Real a=sum(i*j for i in 1:3, j in 1:2); Real b=product(i for i in {2,3,4});
    Real c=min(x^2 for x in {-3,1,2})*time; Real d[3]={i^2 for i in 1:3};
    Real e[2,3]={i+10*j for i in 1:3, j in 1:2};
    Real f=sum({if mod(i,2)==0 then i else 0 for i in 1:6}); Real g=max({1,5,3}); end Reduc;)",
      1, {{"a", 18.0}, {"b", 24.0}, {"c", 1.0}, {"d[3]", 9.0}, {"e[2,3]", 23.0}, {"f", 12.0}, {"g", 5.0}});
  expect_values("MatrixEq", R"(
    model MatrixEq Real X[2,2]; Real y[2](start={1,1},each fixed=true);
    parameter Real A[2,2]={{1,2},{3,4}}; equation A*X={{1,0},{0,1}}; der(y)=-X*y; end MatrixEq;)",
                1, {{"X[1,1]", -2.0}, {"X[2,1]", 1.5}});
}

TEST(Arrays, ComponentsAndRecordsInArrays) {
  expect_values("CompArr", R"(
    model CompArr model S parameter Real k; parameter Real v[2]={k,2*k};
    Real x(start=k,fixed=true); Real w[2]; equation der(x)=-k*x; w=v*x; end S; S s[3](k={1,2,3});
    S u[2,2](k={{1,2},{3,4}}); Real y=sum(s.x); Real z=s[3].w[2]; Real q=u[2,1].x; end CompArr;)",
                1,
                {{"y", std::exp(-1.0) + 2.0 * std::exp(-2.0) + 3.0 * std::exp(-3.0)},
                 {"z", 6.0 * 3.0 * std::exp(-3.0)},
                 {"q", 3.0 * std::exp(-3.0)}});
  expect_values("RecArr", R"(
    record R Real a; Real b; end R; model RecArr R r[2](a={1,2},b={3,4}*time); Real s[2]=r.b;
    R q=r[2]; R p[2]={R(1,2),R(3,time)}; Real t=p[2].b; end RecArr;)",
                1, {{"s[2]", 4.0}, {"q.a", 2.0}, {"t", 1.0}});
  expect_values("RecTab", R"(
    record Data parameter Real R=1; parameter Real v[2]={1,2}; parameter String name="none";
    end Data; model Part parameter Data d; Real y=d.R*d.v[2]; end Part;
    model RecTab parameter Data a(R=5,v={3,4}); Part p(d=a); Part q(d=Data(R=2,v={7,8},name="x"));
    Part r(d(R=9)); end RecTab;)",
                1, {{"p.y", 20.0}, {"q.y", 16.0}, {"r.y", 18.0}});
  expect_values("ModElem", R"(
    model A parameter Real k=1; Real y=k; end A; model ModElem A a[3](k=2*ones(3));
    A b[2](each k=7); parameter Real q[2]={8,9}; A c[2](k=q); Real s=sum(a.y)+sum(b.y)+sum(c.y);
    end ModElem;)",
                1, {{"s", 6.0 + 14.0 + 17.0}});
}

TEST(Classes, PackagesAndRedeclaredOnes) {
  expect_values("Med.PkgConst", R"(
    package Med partial package PM constant Real rho; replaceable partial function h input Real T;
    output Real y; end h; end PM; package W extends PM(rho=1000);
    redeclare function extends h algorithm y:=4200*T; end h; end W; package A extends PM(rho=1.2);
    redeclare function h input Real T; output Real y; algorithm y:=1005*T; end h; end A;
    model T replaceable package M=W constrainedby PM; Real y=M.h(time)*M.rho; end T;
    model PkgConst T a; T b(redeclare package M=A); end PkgConst; end Med;)",
                1, {{"a.y", 4.2e6}, {"b.y", 1206.0}});
  expect_values("P.ModNest", R"(
    package P model A parameter Real k=1; parameter Real c=2; Real y=k*c; end A; model B A a(k=3);
    A b; end B; model ModNest B b1(a(c=10),b(k=7)); extends C(d(k=5)); end ModNest;
    model C A d(c=4); end C; end P;)",
                1, {{"b1.a.y", 30.0}, {"b1.b.y", 14.0}, {"d.y", 20.0}});
  expect_values("ReplRec", R"(
    record B parameter Real k=1; end B; record C extends B(k=2); parameter Real m=3; end C;
    model P replaceable record R=B; parameter R r; Real y=r.k; end P; model ReplRec P a;
    P b(redeclare record R=C); end ReplRec;)",
                1, {{"a.y", 1.0}, {"b.y", 2.0}});
  expect_values("P.Ext3", R"(
    package P model A parameter Real a=1; Real x=a; end A; model B extends A(a=2);
    parameter Real b=a*2; Real y=b; end B; model Ext3 extends B(a=5); Real z=x+y; end Ext3; end P;)",
                1, {{"z", 15.0}});
}

TEST(Classes, Connectors) {
  expect_values("Stream", R"(
    connector F Real p; flow Real m; stream Real h; end F; model Src F f; parameter Real h=1;
    parameter Real m=1; equation f.m=-m; f.h=h; end Src; model Sink F f; Real h; equation f.p=1;
    f.h=0; h=inStream(f.h); end Sink; model Stream Src a(h=10,m=1),b(h=40,m=2); Sink s;
    equation connect(a.f,s.f); connect(b.f,s.f); end Stream;)",
                1, {{"s.h", 30.0}});
  expect_values("ConArr", R"(
    connector I=input Real; connector O=output Real; block G I u; O y; parameter Real k=2;
    equation y=k*u; end G; block MIMO I u[3]; O y[3]; equation y=2*u; end MIMO;
    model ConArr G g[3](k={1,2,3}); MIMO m; Real s; equation connect(g.y,m.u); g.u={time,1,1};
    s=sum(m.y); end ConArr;)",
                1, {{"s", 2.0 * (1.0 + 2.0 + 3.0)}});
  expect_values("CondConn", R"(
    connector I=input Real; connector O=output Real; block S O y; equation y=time; end S;
    block U parameter Boolean useIn=true; I u if useIn; parameter Real c=7; Real y;
    protected I ui; equation connect(u,ui); if not useIn then ui=c; end if; y=ui; end U;
    model CondConn S s; U a,b(useIn=false); equation connect(s.y,a.u); end CondConn;)",
                1, {{"a.y", 1.0}, {"b.y", 7.0}});
}

TEST(Events, WhensAndAlgorithms) {
  expect_values("WhenAlg", R"(
    model WhenAlg Integer n(start=0,fixed=true); Real s(start=0,fixed=true);
    algorithm when sample(0,0.25) then n:=pre(n)+1; s:=pre(s)+n; end when; end WhenAlg;)",
                1, {{"n", 5.0}, {"s", 15.0}});
  expect_values("WhenFor", R"(
    model WhenFor Integer n[3](each start=0,each fixed=true);
    equation for i in 1:3 loop when sample(0,i*0.1) then n[i]=pre(n[i])+1; end when; end for;
    end WhenFor;)",
                1.05, {{"n[1]", 11.0}, {"n[2]", 6.0}, {"n[3]", 4.0}});
  expect_values("TwoState", R"(
    model TwoState type St=enumeration(idle,run,stop); St s(start=St.idle,fixed=true);
    Real x(start=0,fixed=true); algorithm when time>0.2 and pre(s)==St.idle then s:=St.run;
    elsewhen x>0.5 then s:=St.stop; end when; equation der(x)=if s==St.run then 2 else 0;
    end TwoState;)",
                1, {{"s", 3.0}, {"x", 0.5}});
  expect_values("PreArr", R"(
    model PreArr Integer b[3](start={1,2,3},each fixed=true);
    equation when sample(1,1) then b=cat(1,{pre(b[3])},pre(b[1:2])); end when; end PreArr;)",
                2.5, {{"b[1]", 2.0}, {"b[2]", 3.0}});
  expect_values("WhenArr", R"(
    model WhenArr discrete Real m[2,2](each start=0,each fixed=true);
    equation when time>0.5 then for i in 1:2 loop for j in 1:2 loop m[i,j]=i*j+pre(m[i,j]);
    end for; end for; end when; end WhenArr;)",
                1, {{"m[2,2]", 4.0}, {"m[1,2]", 2.0}});
  expect_values("ElseWhenSample", R"(
    model ElseWhenSample Integer s(start=0,fixed=true); equation when {initial(),time>2} then s=5;
    elsewhen sample(1,1) then s=pre(s)+1; end when; end ElseWhenSample;)",
                1.5, {{"s", 6.0}});
}

TEST(Events, AssertsCountWhereTheyAreReached) {
  expect_values("Assert2", R"(
    model Assert2 Real x(start=0,fixed=true); Real y; function f input Real x; output Real y;
    algorithm assert(x>=0.5,"too small "+String(x)); y:=sqrt(x-0.5); end f; equation der(x)=1;
    y=if x>0.6 then f(x) else 0; end Assert2;)",
                1, {{"y", std::sqrt(0.5)}});
  expect_values("AssertIf", R"(
    model AssertIf Real x(start=0,fixed=true),y; equation der(x)=1; if x>2 then y=1;
    assert(false,"never"); else y=0; end if; end AssertIf;)",
                1, {{"x", 1.0}});
}

TEST(Events, DelaysThatVary) {
  expect_values("DelayVar", R"(
    model DelayVar Real x=sin(time),y=delay(x,0.5+0.1*time,1.0); end DelayVar;)",
                2, {{"y", std::sin(2.0 - 0.7)}});
}

TEST(Events, WhatAnAssertSaysIsWhatItsEventFound) {
  for (const char* section :
       {"equation when sample(0, 0.25) then n = pre(n) + 1; assert(n < 4, \"n is \" + String(n)); "
        "end when;",
        "algorithm when sample(0, 0.25) then n := pre(n) + 1; assert(n < 4, \"n is \" + "
        "String(n)); end when;"})
    EXPECT_THAT(
        failure_of("model M Integer n(start = 0, fixed = true); " + std::string(section) + " end M;", 1),
        AllOf(HasSubstr("time 0.75"), HasSubstr("n is 4")));
  EXPECT_THAT(failure_of(R"(function f input Real x; output Real y;
    algorithm assert(x < 0.7, "f wants less than 0.7, not " + String(x)); y := x; end f;
    model M Real y = f(time); end M;)",
                         1),
              AllOf(HasSubstr("time 0.7"), HasSubstr("f wants less than 0.7")));
}

// Section 8.3.7: a warning ends nothing, an error does, whether it is named or not.
TEST(Events, LevelsOfAsserts) {
  const auto with = [](const std::string& level) {
    return failure_of("model M Real x = time; equation assert(x < 0.5, \"half\"" + level + "); end M;", 1);
  };
  EXPECT_EQ(with(", AssertionLevel.warning"), "");
  EXPECT_THAT(with(", AssertionLevel.error"), HasSubstr("half"));
  EXPECT_THAT(with(""), HasSubstr("half"));
}

// Section 7.3.2: what the constraining clause gives holds for the class that is declared, and more for what
// is modified: x = 2 over the class's own 1, y = 6 and x = 7 over 5.
TEST(Classes, ConstrainingClausesModify) {
  expect_values("M", R"(
    class A Real x; end A;
    class B Real x = 1; end B;
    model P Real x = 1; Real y = 2; end P;
    model C replaceable P a constrainedby P(x = 5, y = 6); end C;
    model M replaceable B b constrainedby A(x = 2); C c(a(x = 7)); end M;)",
                1, {{"b.x", 2}, {"c.a.x", 7}, {"c.a.y", 6}});
}

// Section 8.3.6: what has no derivative keeps nothing.
TEST(Events, ReinitOfWhatIsNoState) {
  EXPECT_THAT(
      failure_of("model M Real x; equation x = time; when time > 0.5 then reinit(x, 0); end when; end M;", 1),
      HasSubstr("reinit() sets 'x', of which no equation has the derivative"));
}

}  // namespace
}  // namespace escapement::modelica
